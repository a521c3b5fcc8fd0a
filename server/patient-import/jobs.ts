import { clinicToday } from '#contract/kit/time/clinic-date.ts'
import { appendAudit } from '#server/audit/store.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { readPolicy } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import { shareRules } from '#server/database/pool/rules-lock.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Queue } from '#server/jobs/queue.ts'
import { addMail, emails } from '#server/mail/jobs.ts'
import { checkAppointments, importAppointments, type Judging, undoAppointments } from './appointments.ts'
import { checkPatients } from './check.ts'
import { importPatients } from './import-patients.ts'
import { findImport, type ImportRow, updateImport } from './store.ts'
import { undoPatients } from './undo.ts'

/** Checks an import, carries it out or takes it back, as its state says. */
export const imports: Queue<{ import: string }> = { name: 'patient-import' }

export type ImportJobDeps = {
  db: Db
  jobs: Jobs
  calendar: Calendar
  clock: () => Date
  /** The country as ISO 3166-1 alpha-2. */
  clinic: () => Promise<{ country: string }>
}

type StepDeps = ImportJobDeps & { country: string }

/** Runs imports on this instance. Each step is a transaction that notes the progress, so that another instance
 *  continues where a killed one stopped, and a step that runs twice finds other rows. */
export async function startImports(deps: ImportJobDeps): Promise<void> {
  await deps.jobs.work(imports, async ({ import: id }, { signal }) => {
    for (;;) {
      // Before the transaction, which has the only connection of the embedded database.
      const judging = { rules: await deps.calendar.currentRules(), now: deps.clock() }
      const { country } = await deps.clinic()
      if (!(await deps.db.transaction((tx) => runStep(tx, { ...deps, country }, id, judging)))) break
      if (signal.aborted) return { retryInSeconds: 1 }
    }
    deps.jobs.wake(emails)
    return undefined
  })
}

/** Runs the next step of an import. Resolves to false if nothing is left. */
async function runStep(tx: Db, deps: StepDeps, id: string, judging: Judging): Promise<boolean> {
  const found = await findImport(tx, id, { lock: true })
  if (found?.kind === 'appointments' && !(await areCurrent(tx, judging))) {
    deps.calendar.invalidateAll()
    return true
  }
  if (found?.state === 'checking') return runCheck(tx, deps, found, judging)
  if (found?.state === 'importing') return runImport(tx, deps, found, judging)
  if (found?.state === 'undoing') return runUndo(tx, found)
  return false
}

async function areCurrent(tx: Db, { rules }: Judging) {
  await shareRules(tx)
  return (await readPolicy(tx)).version === rules.version
}

async function runCheck(tx: Db, deps: StepDeps, found: ImportRow, judging: Judging) {
  const place = { today: clinicToday(deps.clock(), judging.rules.timeZone), country: deps.country }
  const check =
    found.kind === 'patients' ? checkPatients(tx, found, place) : checkAppointments(tx, found, judging, place)
  const steps = await check
  if (steps > 0) await updateImport(tx, found.id, { done: found.done + steps })
  return steps > 0
}

async function runImport(tx: Db, deps: StepDeps, found: ImportRow, judging: Judging) {
  const imported = await (found.kind === 'patients'
    ? importPatients(tx, found)
    : importAppointments(tx, found, judging))
  if (!imported) {
    await updateImport(tx, found.id, { state: 'imported', done: found.steps })
    await record(tx, found, 'import-patients', countsOf(found))
    return false
  }
  const { added, updated, skipped, faulty } = imported
  await updateImport(tx, found.id, {
    done: found.done + added + updated + skipped + faulty,
    added: found.added + added,
    updated: found.updated + updated,
    skipped: found.skipped + skipped,
    faulty: found.faulty + faulty,
  })
  if (found.choices?.claimLinks)
    for (const recipient of new Set(imported.emails)) await addMail(tx, deps.jobs, { kind: 'claim-account', recipient })
  return true
}

async function runUndo(tx: Db, found: ImportRow) {
  const undone = await (found.kind === 'patients' ? undoPatients(tx, found) : undoAppointments(tx, found))
  if (undone) {
    await updateImport(tx, found.id, { done: found.done + undone.rows, kept: found.kept + undone.kept })
    return true
  }
  await updateImport(tx, found.id, { state: 'undone', done: found.steps })
  await record(tx, found, 'undo-import', `of ${found.fileName}: ${found.done - found.kept} undone, ${found.kept} kept`)
  return false
}

const countsOf = ({ kind, fileName, added, updated, skipped, faulty }: ImportRow) =>
  `${added} ${kind} of ${fileName}; ${updated} updated, ${skipped} skipped, ${faulty} left out`

const record = (tx: Db, { userId, actor, ip }: ImportRow, action: 'import-patients' | 'undo-import', target: string) =>
  appendAudit(tx, { userId, actor, ip, action, target, personIds: [] })
