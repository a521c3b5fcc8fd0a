import type { MigrationConfig } from 'drizzle-orm/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** The pool or a transaction, on either engine. */
export type Db = PgDatabase<PgQueryResultHKT>

/** Handlers of notifications, by channel. */
export type NotificationHandlers = Record<string, (payload: string) => void>

/** Calls a handler for each notification committed from now on. `onState(false)` means that notifications may be missed until
 *  `onState(true)`. Resolves, once connected, to the function that stops listening. */
export type Listen = (
  handlers: NotificationHandlers,
  onState: (connected: boolean) => void,
) => Promise<() => Promise<void>>

/** Runs one statement with `$1` parameters, or several without parameters. */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

/** An open, migrated database. */
export type Database = {
  db: Db
  /** On a connection of the pool, for libraries that bring their own statements. */
  executeSql: ExecuteSql
  engine: 'pglite' | 'postgres'
  /** On a connection of its own where the engine has several. */
  listen: Listen
  /** Brings tables outside the product's own up to date, one instance at a time. */
  migrate: (tables: MigrationConfig) => Promise<void>
  /** Resolves once every running query has ended. */
  close: () => Promise<void>
}
