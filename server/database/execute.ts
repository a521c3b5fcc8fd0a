import { sql } from 'drizzle-orm'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { fromDrizzle } from 'pg-boss'
import type { Db, ExecuteSql } from './db.ts'

/** Returns an adapter that executes the statements of pg-boss in the transaction `tx`. */
export function executorIn(tx: Db): { executeSql: ExecuteSql } {
  // Both engines use the driver `pg`.
  return fromDrizzle(tx as PgDatabase<NodePgQueryResultHKT>, sql)
}
