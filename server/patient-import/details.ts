import { duplicateKinds, type ImportDetails, listedProblems } from '#contract/patient/import.ts'
import type { Db } from '#server/database/db.ts'
import { readDateColumns } from './date-store.ts'
import {
  countDuplicates,
  countPartial,
  countRows,
  findSameFile,
  type ImportRow,
  listDuplicates,
  listKept,
  listProblems,
  listSample,
  listSpellings,
} from './store.ts'

const examples = 5
const sampleRows = 3

/** Returns an import as a list has it. */
export function toListed(found: ImportRow) {
  const { id, kind, state, fileName, actor, createdAt, rows, steps, done } = found
  const { added, updated, skipped, faulty, kept } = found
  return {
    ...{ _id: id, kind, state, fileName, actor, at: createdAt.toISOString(), rows, steps },
    ...{ done: Math.min(done, steps), added, updated, skipped, faulty, kept },
  }
}

/** An import with all that its page shows, and the ids of the patients whom it names. */
export type ShownImport = { details: ImportDetails; personIds: string[] }

/** Returns an import with all that its page shows. */
export async function toDetails(db: Db, found: ImportRow): Promise<ShownImport> {
  const { id, state } = found
  const isWaiting = state === 'uploaded' || state === 'checked'
  // A page that follows the progress asks often, and the embedded database has one connection.
  const hasProblems = state === 'checked' || state === 'imported'
  const sameFile = isWaiting ? await findSameFile(db, found) : undefined
  const leftOut = hasProblems ? await listProblems(db, id, { only: 'left-out' }) : []
  const partial = hasProblems ? await listProblems(db, id, { only: 'partial' }) : []
  const duplicates = state === 'checked' ? await duplicatesIn(db, id) : []
  const kept = state === 'undone' ? await listKept(db, id) : []
  const details: ImportDetails = {
    ...toListed(found),
    ...{ encoding: found.encoding, delimiter: found.delimiter, headings: found.headings, columns: found.columns },
    sample: isWaiting ? await listSample(db, id, sampleRows) : [],
    spellings: state === 'uploaded' ? await listSpellings(db, found) : [],
    dateColumns: state === 'uploaded' ? await readDateColumns(db, found) : [],
    outside: state === 'checked' ? await countRows(db, id, 'outside') : 0,
    problems: leftOut
      .flatMap(({ row, problems }) => (problems ?? []).map(({ field, sentence }) => ({ row, field, sentence })))
      .slice(0, listedProblems),
    partial: partial.length < listedProblems ? partial.length : await countPartial(db, id),
    partialProblems: partial.flatMap(toPartial).slice(0, listedProblems),
    duplicates: duplicates.map(({ personIds: _, ...each }) => each),
    keptPatients: kept.map(({ row, reason, name }) => ({
      ...{ row, field: name ?? '' },
      sentence: `${name ?? 'This patient'} ${reason ?? 'is still needed'}`,
    })),
    ...(sameFile && { sameFile: sameFile.toISOString() }),
  }
  const ids = [
    ...duplicates.flatMap(({ personIds }) => personIds),
    ...[...kept, ...partial].flatMap(({ patientId }) => patientId ?? []),
  ]
  return { details, personIds: [...new Set(ids)].sort() }
}

function toPartial({ row, problems, name, patientId }: Awaited<ReturnType<typeof listProblems>>[number]) {
  const patient = patientId === null ? {} : { patient: patientId }
  return (problems ?? []).map(({ field, sentence }) => ({ row, field, sentence, name, ...patient }))
}

/** Tells whether a page of an import shows data of persons. */
export const showsPersons = ({ sample, problems, partialProblems, duplicates, keptPatients }: ImportDetails) =>
  [sample, problems, partialProblems, duplicates, keptPatients].some(({ length }) => length > 0)

type Duplicates = ImportDetails['duplicates'][number] & { personIds: string[] }

async function duplicatesIn(db: Db, id: string): Promise<Duplicates[]> {
  const counts = new Map((await countDuplicates(db, id)).map(({ kind, count }) => [kind, count]))
  const found: Duplicates[] = []
  for (const kind of duplicateKinds.filter((each) => counts.has(each))) {
    const rows = await listDuplicates(db, id, kind, examples)
    found.push({
      ...{ kind, count: counts.get(kind) ?? 0 },
      examples: rows.map(({ row, name, patient, email, likeRow }) => ({
        ...{ row, name },
        like: patient === null ? `row ${likeRow ?? ''}` : email ? `${patient} (${email})` : patient,
      })),
      personIds: rows.flatMap(({ patientId }) => patientId ?? []),
    })
  }
  return found
}
