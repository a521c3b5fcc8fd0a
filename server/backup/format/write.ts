import { createHash } from 'node:crypto'
import { countRows, endOfRows, type Header, lineOf, nameOf, type Table } from './format.ts'

/** Yields a backup of `tables`, whose rows `readRows` yields as COPY text. */
export async function* writeBackup(
  header: Header,
  tables: readonly Table[],
  readRows: (table: Table) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  const hashed = (bytes: Buffer) => {
    hash.update(bytes)
    return bytes
  }
  yield hashed(lineOf(header))
  for (const table of tables) {
    yield hashed(lineOf(table))
    let rows = 0
    for await (const text of readRows(table)) {
      rows += countRows(text)
      yield hashed(text)
    }
    yield hashed(Buffer.from(endOfRows))
    counts[nameOf(table)] = rows
  }
  yield lineOf({ rows: counts, sha256: hash.digest('hex') })
}
