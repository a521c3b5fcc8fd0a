import { duplicateKinds, type ImportDetails, listedProblems } from '#contract/patient/import.ts'
import type { Db } from '#server/database/db.ts'
import {
  countDuplicates,
  findSameFile,
  type ImportRow,
  listDuplicates,
  listFaulty,
  listKept,
  listSample,
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
  const isWaiting = found.state === 'uploaded' || found.state === 'checked'
  const sameFile = isWaiting ? await findSameFile(db, found) : undefined
  const faulty = await listFaulty(db, found.id)
  const duplicates = found.state === 'checked' ? await duplicatesIn(db, found.id) : []
  const kept = await listKept(db, found.id)
  const details: ImportDetails = {
    ...toListed(found),
    ...{ encoding: found.encoding, delimiter: found.delimiter, headings: found.headings, columns: found.columns },
    dateOrder: found.dateOrder,
    sample: isWaiting ? await listSample(db, found.id, sampleRows) : [],
    outside: faulty.outside,
    problems: faulty.rows
      .flatMap(({ row, problems }) => (problems ?? []).map((problem) => ({ row, ...problem })))
      .slice(0, listedProblems),
    duplicates: duplicates.map(({ personIds: _, ...each }) => each),
    keptPatients: kept.map(({ row, reason, name }) => ({
      ...{ row, field: name ?? '' },
      sentence: `${name ?? 'This patient'} ${reason ?? 'is still needed'}`,
    })),
    ...(sameFile && { sameFile: sameFile.toISOString() }),
  }
  const ids = [...duplicates.flatMap(({ personIds }) => personIds), ...kept.flatMap(({ patientId }) => patientId ?? [])]
  return { details, personIds: [...new Set(ids)].sort() }
}

/** Tells whether a page of an import shows data of persons. */
export const showsPersons = ({ sample, problems, duplicates, keptPatients }: ImportDetails) =>
  sample.length + problems.length + duplicates.length + keptPatients.length > 0

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
