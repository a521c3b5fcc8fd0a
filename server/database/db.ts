import type { MigrationConfig } from 'drizzle-orm/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { WithSession } from './session/session.ts'

/** A connection pool or a transaction, on either engine. */
export type Db = PgDatabase<PgQueryResultHKT>

/** Handlers of notifications, by channel. */
export type NotificationHandlers = Record<string, (payload: string) => void>

/** Calls a handler for each notification that is committed after it resolves. Between `onState(false)` and
 *  `onState(true)`, notifications may be lost. Resolves to a function that stops listening. */
export type Listen = (
  handlers: NotificationHandlers,
  onState: (connected: boolean) => void,
) => Promise<() => Promise<void>>

/** Executes one statement with parameters (`$1`), or several without. */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

/** Called when a query starts, with the name of its prepared statement or else its first word. Returns what to call
 *  when it ends. */
export type QueryObserver = (name: string) => (succeeded: boolean) => void

/** An open, migrated database. */
export type Database = {
  db: Db
  /** Uses a connection of the pool. For libraries with their own SQL. */
  executeSql: ExecuteSql
  engine: 'pglite' | 'postgres'
  /** Names of the product's migrations that opening it applied. */
  migrated: readonly string[]
  /** Resolves if the database answers; on PostgreSQL, the primary. */
  ping: () => Promise<unknown>
  /** Uses a dedicated connection on PostgreSQL. */
  listen: Listen
  /** Applies further migrations, one instance at a time. */
  migrate: (migrations: MigrationConfig) => Promise<void>
  /** Runs `work` while no other instance runs any. */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** A connection of its own on PostgreSQL; on the embedded database, all other queries wait. */
  withSession: WithSession
  /** Returns the connections of the pool, how many of them are idle, and how many callers wait for one. */
  poolState: () => { size: number; idle: number; waiting: number }
  /** Returns how old what is read may be, in seconds, while the primary can't be asked; undefined otherwise. */
  age: () => number | undefined
  /** Observes all queries until the returned function is called. */
  observeQueries: (observer: QueryObserver) => () => void
  /** Resolves after all running queries have ended. */
  close: () => Promise<void>
}
