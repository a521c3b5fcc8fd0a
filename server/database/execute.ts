import { sql } from 'drizzle-orm'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { fromDrizzle } from 'pg-boss'
import type { Db, ExecuteSql } from './db.ts'

/** Runs the statements of a library in `tx`, so that they commit together with what else the transaction does. */
export function executorIn(tx: Db): { executeSql: ExecuteSql } {
  // Both engines are reached through `pg`.
  return fromDrizzle(tx as PgDatabase<NodePgQueryResultHKT>, sql)
}
