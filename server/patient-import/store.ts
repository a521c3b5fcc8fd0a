import { and, asc, count, desc, eq, gt, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { type DuplicateKind, listedProblems } from '#contract/patient/import.ts'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'
import { patient } from '#server/database/schema/patient.ts'
import { patientImport, patientImportRow, type RowState } from '#server/database/schema/patient-import.ts'
import type { FileRow } from './read.ts'

export type ImportRow = typeof patientImport.$inferSelect
export type StoredRow = typeof patientImportRow.$inferSelect

const isRunning = inArray(patientImport.state, ['checking', 'importing', 'undoing'])

/** Adds an import whose file is being read. Those that another process began to read and left are deleted. */
export async function insertImport(db: Db, values: typeof patientImport.$inferInsert): Promise<void> {
  const isLeft = and(eq(patientImport.state, 'reading'), lt(patientImport.createdAt, sql`now() - interval '1 hour'`))
  await db.delete(patientImport).where(isLeft)
  await db.insert(patientImport).values(values)
}

/** Adds rows of a file. */
export async function insertRows(db: Db, importId: string, rows: readonly FileRow[]): Promise<void> {
  await db.execute(sql`
    insert into ${patientImportRow} (import_id, row, cells)
    select ${importId}, each.row, each.cells from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as each(row int, cells jsonb)`)
}

export async function updateImport(db: Db, id: string, values: Partial<ImportRow>): Promise<void> {
  await db.update(patientImport).set(values).where(eq(patientImport.id, id))
}

export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.delete(patientImport).where(eq(patientImport.id, id))
}

/** Lists the latest imports, newest first. */
export async function listImports(db: Db): Promise<ImportRow[]> {
  return db
    .select()
    .from(patientImport)
    .where(ne(patientImport.state, 'reading'))
    .orderBy(desc(patientImport.createdAt))
    .limit(20)
}

/** Returns an import; with `lock` FOR UPDATE, so that others wait. */
export async function findImport(db: Db, id: string, { lock = false } = {}): Promise<ImportRow | undefined> {
  const query = db.select().from(patientImport).where(eq(patientImport.id, id))
  const [found] = await (lock ? query.for('update') : query)
  return found
}

/** Returns the import that is running, after whose end another can. Others who start one wait until the transaction
 *  ends. */
export async function findRunning(tx: Db): Promise<ImportRow | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('patient-import', 3))`)
  const [running] = await tx.select().from(patientImport).where(isRunning)
  return running
}

/** Returns when the file of an import was imported before. */
export async function findSameFile(db: Db, { id, fileHash, kind }: ImportRow): Promise<Date | undefined> {
  const isSame = and(eq(patientImport.fileHash, fileHash), eq(patientImport.kind, kind), ne(patientImport.id, id))
  const [found] = await db
    .select({ at: patientImport.createdAt })
    .from(patientImport)
    .where(and(isSame, eq(patientImport.state, 'imported')))
    .orderBy(desc(patientImport.createdAt))
    .limit(1)
  return found?.at
}

const ofImport = (id: string, ...states: RowState[]) =>
  and(eq(patientImportRow.importId, id), inArray(patientImportRow.state, states))

/** Returns the next rows in a state, in their order; those of appointments by day. */
export async function nextRows(tx: Db, id: string, states: RowState[], limit: number): Promise<StoredRow[]> {
  return tx
    .select()
    .from(patientImportRow)
    .where(ofImport(id, ...states))
    .orderBy(asc(patientImportRow.state), asc(patientImportRow.day), asc(patientImportRow.row))
    .limit(limit)
}

/** Puts rows in some states back into another, without what was found about them. */
export async function resetRows(tx: Db, id: string, to: RowState): Promise<void> {
  await tx
    .update(patientImportRow)
    .set({ state: to, problems: null, likeKind: null, likePatient: null, likeRow: null })
    .where(eq(patientImportRow.importId, id))
}

export async function countRows(tx: Db, id: string, ...states: RowState[]): Promise<number> {
  return tx.$count(patientImportRow, ofImport(id, ...states))
}

/** Lists the first cells of a file. */
export async function listSample(db: Db, id: string, rows: number): Promise<string[][]> {
  const found = await db
    .select({ cells: patientImportRow.cells })
    .from(patientImportRow)
    .where(and(eq(patientImportRow.importId, id), isNotNull(patientImportRow.cells)))
    .orderBy(asc(patientImportRow.row))
    .limit(rows)
  return found.map(({ cells }) => cells ?? [])
}

const mostSpellings = 5
const beyondAscii = /[^\0-\x7f]/

/** Lists the first names of a file with letters beyond ASCII, or other texts if no name has any. */
export async function listSpellings(db: Db, { id, columns }: ImportRow): Promise<string[]> {
  const isName = (at: number) => ['name', 'firstName', 'lastName'].includes(columns[at] ?? '')
  const nameColumns = columns.flatMap((_, at) => (isName(at) ? sql`coalesce(r.cells ->> ${at}::int, '')` : []))
  const texts = [...(nameColumns.length > 0 ? [sql.join(nameColumns, sql` || `)] : []), sql`r.cells::text`]
  for (const text of texts) {
    const rows = await selectRows<{ cells: string[] }>(
      db,
      sql`
      select r.cells from ${patientImportRow} as r where r.import_id = ${id} and octet_length(${text}) > char_length(${text})
      order by r.row limit 20`,
    )
    const found = rows.flatMap(({ cells }) => {
      const name = cells.filter((_, at) => isName(at)).join(' ')
      return beyondAscii.test(name) ? name : cells.filter((cell) => beyondAscii.test(cell))
    })
    if (found.length > 0)
      return [...new Set(found.map((each) => each.slice(0, 60).toWellFormed()))].slice(0, mostSpellings)
  }
  return []
}

const isLeftOut = inArray(patientImportRow.state, ['faulty', 'outside'])
const isPartial = inArray(patientImportRow.state, ['ready', 'added', 'updated'])

/** Lists the rows with problems that come after a row, in order; of those that are imported without a value, with
 *  their patient. */
export async function listProblems(
  db: Db,
  id: string,
  { after = 0, limit = listedProblems, only }: { after?: number; limit?: number; only?: 'left-out' | 'partial' },
) {
  const isAfter = and(eq(patientImportRow.importId, id), gt(patientImportRow.row, after))
  const is = { 'left-out': isLeftOut, partial: isPartial }
  return db
    .select({
      ...{ row: patientImportRow.row, problems: patientImportRow.problems, patientId: patient.id },
      isPartial: sql<boolean>`${isPartial}`,
      name: sql<string>`coalesce(${patient.name}, ${patientImportRow.values} ->> 'name', '')`,
    })
    .from(patientImportRow)
    .leftJoin(patient, and(eq(patient.id, patientImportRow.patientId), isPartial))
    .where(and(isAfter, isNotNull(patientImportRow.problems), only && is[only]))
    .orderBy(asc(patientImportRow.row))
    .limit(limit)
}

/** Counts the rows that are imported without a value. */
export async function countPartial(db: Db, id: string): Promise<number> {
  const isOne = and(eq(patientImportRow.importId, id), isPartial, isNotNull(patientImportRow.problems))
  return db.$count(patientImportRow, isOne)
}

/** Lists what an undo has kept, and why. */
export async function listKept(db: Db, id: string) {
  return db
    .select({
      ...{ row: patientImportRow.row, reason: patientImportRow.reason },
      ...{ name: patient.name, patientId: patient.id },
    })
    .from(patientImportRow)
    .leftJoin(patient, eq(patient.id, patientImportRow.patientId))
    .where(ofImport(id, 'kept'))
    .orderBy(asc(patientImportRow.row))
    .limit(listedProblems)
}

/** Counts the rows that resemble a patient or an earlier row, by kind. */
export async function countDuplicates(db: Db, id: string) {
  return db
    .select({ kind: patientImportRow.likeKind, count: count() })
    .from(patientImportRow)
    .where(and(ofImport(id, 'ready'), isNotNull(patientImportRow.likeKind)))
    .groupBy(patientImportRow.likeKind)
}

/** Lists the first rows that resemble a patient, or an earlier row, in a way. */
export async function listDuplicates(db: Db, id: string, kind: DuplicateKind, limit: number) {
  const name = (values: SQL | typeof patientImportRow.values) => sql<string>`coalesce(${values} ->> 'name', '')`
  return db
    .select({
      row: patientImportRow.row,
      name: name(patientImportRow.values),
      patient: patient.name,
      email: patient.email,
      patientId: patient.id,
      likeRow: patientImportRow.likeRow,
    })
    .from(patientImportRow)
    .leftJoin(patient, eq(patient.id, patientImportRow.likePatient))
    .where(and(ofImport(id, 'ready'), eq(patientImportRow.likeKind, kind)))
    .orderBy(asc(patientImportRow.row))
    .limit(limit)
}
