import { type Refused, refused } from '#contract/kit/outcome.ts'
import { dateOrderOf } from '#contract/patient/date-order.ts'
import { type ImportCheck, type ImportStart, importFields, isInSeveralColumns } from '#contract/patient/import.ts'
import type { AuditActor } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { dateColumnsOf, listDateColumns } from './date-store.ts'
import { imports } from './jobs.ts'
import { headingOf } from './patient-row.ts'
import { countRows, deleteImport, findImport, findRunning, type ImportRow, resetRows, updateImport } from './store.ts'

type Deps = { db: Db; jobs: Jobs }
export type StepRefusal =
  | Refused<'unknown-import' | 'wrong-state' | 'columns' | 'no-name' | 'date-order'>
  | Refused<'column-twice', { field: string; first: number; second: number }>
  | Refused<'running', { fileName: string }>
export type StepOutcome = { ok: true; import: ImportRow } | StepRefusal

/** Starts the check of an import with these columns. All cells of the date columns decide on the order of day and
 *  month, and the person only if they leave it open. */
export function startCheck(deps: Deps, id: string, check: ImportCheck): Promise<StepOutcome> {
  return change(deps, id, ['uploaded', 'checked'], async (tx, found) => {
    const wrong = wrongColumns(found, check)
    if (wrong) return wrong
    const inFile = dateOrderOf(await listDateColumns(tx, id, dateColumnsOf(check.columns)))
    const dateOrder = inFile === 'none' ? 'month-first' : inFile === 'open' ? check.dateOrder : inFile
    if (!dateOrder) return refused('date-order')
    await resetRows(tx, id, 'waiting')
    // Each row is read, and then searched for or tried.
    return {
      ok: true,
      values: { columns: check.columns, dateOrder, state: 'checking', steps: 2 * found.rows, done: 0, faulty: 0 },
    }
  })
}

function wrongColumns({ kind, headings }: ImportRow, { columns }: ImportCheck): StepRefusal | undefined {
  const known = Object.keys(importFields[kind])
  if (columns.length !== headings.length) return refused('columns')
  const fields = columns.filter((field) => field !== null)
  if (fields.some((field) => !known.includes(field))) return refused('columns')
  const second = columns.findIndex((field, at) => field && !isInSeveralColumns(field) && columns.indexOf(field) < at)
  const twice = columns[second]
  if (twice) {
    const first = columns.indexOf(twice)
    return { ok: false, reason: 'column-twice', field: headingOf(kind, twice), first: first + 1, second: second + 1 }
  }
  const hasName = fields.includes('name') || fields.includes('firstName') || fields.includes('lastName')
  return kind === 'patients' && !hasName ? refused('no-name') : undefined
}

/** Starts an import that was checked. */
export function startImport(deps: Deps, id: string, choices: ImportStart, by: AuditActor): Promise<StepOutcome> {
  return change(deps, id, ['checked'], async (tx) => {
    const faulty = await countRows(tx, id, 'faulty')
    const steps = await countRows(tx, id, 'ready', 'outside')
    return { ok: true, values: { ...by, choices, state: 'importing', steps, faulty, done: 0 } }
  })
}

/** Takes an import back. */
export function startUndo(deps: Deps, id: string, by: AuditActor): Promise<StepOutcome> {
  return change(deps, id, ['imported'], async (tx) => {
    const steps = await countRows(tx, id, 'added', 'updated')
    return { ok: true, values: { ...by, state: 'undoing', steps, done: 0, kept: 0 } }
  })
}

/** Cancels an import: what it has imported so far is taken back, a check stops, and a file that only waits is
 *  deleted. */
export async function cancelImport(deps: Deps, id: string): Promise<{ ok: true } | StepRefusal> {
  const outcome = await transact(deps.db, async (tx): Promise<{ ok: true } | StepRefusal> => {
    const found = await findImport(tx, id, { lock: true })
    if (!found) return refused('unknown-import')
    if (found.state === 'importing') {
      const steps = await countRows(tx, id, 'added', 'updated')
      await updateImport(tx, id, { state: 'undoing', steps, done: 0, kept: 0 })
      await deps.jobs.enqueue(tx, imports, { import: id })
    } else if (found.state === 'checking') await updateImport(tx, id, { state: 'uploaded', done: 0 })
    else if (found.state === 'uploaded' || found.state === 'checked') await deleteImport(tx, id)
    else return refused('wrong-state')
    return { ok: true }
  })
  if (outcome.ok) deps.jobs.wake(imports)
  return outcome
}

/** Changes the state of an import, in which it then runs, unless another runs. */
async function change(
  { db, jobs }: Deps,
  id: string,
  from: ImportRow['state'][],
  decide: (tx: Db, found: ImportRow) => Promise<{ ok: true; values: Partial<ImportRow> } | StepRefusal>,
): Promise<StepOutcome> {
  const outcome = await transact(db, async (tx): Promise<StepOutcome> => {
    const running = await findRunning(tx)
    if (running && running.id !== id) return { ok: false, reason: 'running', fileName: running.fileName }
    const found = await findImport(tx, id, { lock: true })
    if (!found) return refused('unknown-import')
    if (!from.includes(found.state)) return refused('wrong-state')
    const decided = await decide(tx, found)
    if (!decided.ok) return decided
    await updateImport(tx, id, decided.values)
    await jobs.enqueue(tx, imports, { import: id })
    return { ok: true, import: { ...found, ...decided.values } }
  })
  if (outcome.ok) jobs.wake(imports)
  return outcome
}
