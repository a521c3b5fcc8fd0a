import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { StartError } from '#server/config/start-error.ts'
import { columnsOf, type Session, type WithSession } from './session.ts'

/** Returns a function that connects to the PostgreSQL at `connectionString`, without migrating it.
 *  @throws StartError if it can't be reached */
export function sessionsAt(connectionString: string): WithSession {
  return async (work) => {
    const client = new Client({
      connectionString,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'dental-clinic backup',
    })
    // A query in progress rejects too.
    client.on('error', () => {})
    try {
      await client.connect()
    } catch (error) {
      throw new StartError(`The database at ${addressOf(connectionString)} can't be reached: ${reasonOf(error)}`)
    }
    try {
      return await work(sessionOn(client))
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** Returns host and name of a database: '127.0.0.1:5432/clinic'. */
export function addressOf(connectionString: string): string {
  const { host, pathname } = new URL(connectionString)
  return `${host}${pathname}`
}

/** Returns an error as one line without SQL and parameters. A connection refused over both IPv4 and IPv6 has a code but
 *  no message. The message of a query that Drizzle ran contains SQL; its cause does not. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause) return reasonOf(error.cause)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

function sessionOn(client: Client): Session {
  return {
    query: (text, values) => client.query(text, values),
    readRows: (table) => client.query(copyTo(`COPY ${columnsOf(table)} TO STDOUT`)),
    writeRows: (table, blocks) => pipeline(blocks, client.query(copyFrom(`COPY ${columnsOf(table)} FROM STDIN`))),
  }
}
