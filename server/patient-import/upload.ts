import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { ImportEncoding, ImportKind } from '#contract/patient/import.ts'
import type { AuditActor } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { matchHeadings } from './headings.ts'
import { readFile, type Sink, type Unreadable } from './read.ts'
import { deleteImport, type ImportRow, insertImport, insertRows, updateImport } from './store.ts'

/** A file that staff upload. `encoding`: the one that they have chosen. */
export type ImportFile = {
  kind: ImportKind
  fileName: string
  bytes: Buffer
  by: AuditActor
  encoding: ImportEncoding | undefined
}

/** Stores the rows of a file and recognizes its columns. Nothing is stored of a file that can't be read. */
export async function storeFile(
  db: Db,
  { kind, fileName, bytes, by, encoding: chosen }: ImportFile,
): Promise<{ ok: true; id: string } | Unreadable> {
  const id = uuid()
  const fileHash = createHash('sha256').update(bytes).digest('base64url')
  const sink: Sink = {
    headings: async (headings, { encoding, delimiter }): Promise<Outcome<object, 'no-headings'>> => {
      const columns = matchHeadings(kind, headings)
      if (headings.length === 0 || headings.length > 200 || columns.every((field) => field === null))
        return refused('no-headings')
      const { userId = '', actor, ip } = by as AuditActor & { userId: string }
      await insertImport(db, {
        ...{ id, kind, fileName, fileHash, encoding, delimiter, columns, userId, actor, ip },
        headings: headings.map((heading) => heading.slice(0, 200).replaceAll('\0', '')),
        // The check decides it.
        dateOrder: 'month-first',
      })
      return { ok: true }
    },
    rows: (rows) => insertRows(db, id, rows),
  }
  try {
    const read = await readFile(bytes, sink, chosen)
    if (!read.ok) {
      await deleteImport(db, id)
      return read
    }
    await updateImport(db, id, { state: 'uploaded', rows: read.rows } satisfies Partial<ImportRow>)
    return { ok: true, id }
  } catch (error) {
    await deleteImport(db, id)
    throw error
  }
}
