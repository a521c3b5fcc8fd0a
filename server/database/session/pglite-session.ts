import type { PGlite } from '@electric-sql/pglite'
import { escapeIdentifier, type Pool } from 'pg'
import { z } from 'zod'
import type { Instance } from '../engine/instance/instance.ts'
import { columnsOf, type Session, type TableColumns, tableOf, type WithSession } from './session.ts'

// 4 MB of a table. The event loop turns between two blocks, and only one is in memory.
const pagesAtOnce = 512
const bytesAtOnce = 4_194_304

const pageCount = z.tuple([z.object({ pages: z.int() })])

/** Returns a function that occupies the only connection of `instance`: all other queries wait until `work` has
 *  ended. */
export function onlySession(instance: Instance, pool: Pool): WithSession {
  return async (work) => {
    const connection = await pool.connect()
    const client = await instance.client()
    const session: Session = {
      query: (text, values) => connection.query(text, values),
      readRows: (table) => readRows(client, session, table),
      writeRows: (table, blocks) => writeRows(client, table, blocks),
    }
    const run = async () => {
      try {
        return await work(session)
      } finally {
        // A transaction that `work` left open.
        await connection.query('ROLLBACK').catch(() => {})
        connection.release()
      }
    }
    const result = await run()
    await instance.whenSynced()
    return result
  }
}

// The embedded database has COPY to and from a file that the client passes, and no COPY to STDOUT in parts.
async function* readRows(client: PGlite, session: Session, table: TableColumns) {
  const name = tableOf(table)
  const { rows } = await session.query(`SELECT (pg_relation_size($1::regclass) / 8192)::int AS pages`, [name])
  const [{ pages }] = pageCount.parse(rows)
  for (let page = 0; page < pages; page += pagesAtOnce) {
    const { blob } = await client.query(`COPY (
      SELECT ${table.columns.map(escapeIdentifier).join(', ')} FROM ${name}
      WHERE ctid >= '(${page},0)' AND ctid < '(${page + pagesAtOnce},0)') TO '/dev/blob'`)
    if (blob) yield Buffer.from(await blob.arrayBuffer())
  }
}

async function writeRows(client: PGlite, table: TableColumns, blocks: AsyncIterable<Buffer>) {
  const insert = (rows: Buffer[]) =>
    client.query(`COPY ${columnsOf(table)} FROM '/dev/blob'`, [], {
      blob: new Blob(rows.map((row) => new Uint8Array(row))),
    })
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const block of blocks) {
    waiting.push(block)
    bytes += block.length
    if (bytes < bytesAtOnce) continue
    await insert(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) await insert(waiting)
}
