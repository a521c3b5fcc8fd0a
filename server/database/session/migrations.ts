import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MigrationConfig, readMigrationFiles } from 'drizzle-orm/migrator'
import { escapeIdentifier } from 'pg'
import { z } from 'zod'
import { StartError } from '#server/config/start-error.ts'
import type { ExecuteSql } from '../db.ts'
import type { Session } from './session.ts'

export type { MigrationConfig }

/** The product's migrations. */
export const productTables: MigrationConfig = { migrationsFolder: join(import.meta.dirname, '../migrations') }

const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })
const newestSchema = z.tuple([z.object({ newest: z.coerce.number().nullable() })])
const existsSchema = z.tuple([z.object({ exists: z.boolean() })])

/** Returns the names of the migrations of this release, oldest first. */
export function migrationNames(config: MigrationConfig): string[] {
  return journalOf(config).map(({ tag }) => tag)
}

/** Returns the name of the newest migration that a database has; undefined if it has none.
 *  @throws StartError if this release does not know it */
export async function newestMigration(session: Session, config: MigrationConfig): Promise<string | undefined> {
  const table = listOf(config)
  const { rows: found } = await session.query('SELECT to_regclass($1) IS NOT NULL AS exists', [table])
  if (!existsSchema.parse(found)[0].exists) return undefined
  const { rows } = await session.query(`SELECT max(created_at) AS newest FROM ${table}`)
  const [{ newest }] = newestSchema.parse(rows)
  if (newest === null) return undefined
  const name = journalOf(config).find(({ when }) => when === newest)?.tag
  if (!name) throw new StartError('The database was used by a newer release than this one: use that release')
  return name
}

/** Returns the times by which a database lists the migrations that it has. */
export async function appliedMigrations(executeSql: ExecuteSql, config: MigrationConfig): Promise<number[]> {
  const { rows: found } = await executeSql('SELECT to_regclass($1) IS NOT NULL AS exists', [listOf(config)])
  if (!existsSchema.parse(found)[0].exists) return []
  const { rows } = await executeSql(`SELECT created_at FROM ${listOf(config)}`)
  return z
    .array(z.object({ created_at: z.coerce.number() }))
    .parse(rows)
    .map(({ created_at: when }) => when)
}

/** Applies the migrations after `after`, or all, until and including `through`, or all, in the caller's transaction.
 *  Drizzle's own function has a transaction of its own and always applies all. */
export async function applyMigrations(
  session: Session,
  config: MigrationConfig,
  { after, through }: { after?: string; through?: string },
): Promise<void> {
  const table = listOf(config)
  await session.query(`CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(schemaOf(config))}`)
  await session.query(
    `CREATE TABLE IF NOT EXISTS ${table} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
  )
  const names = migrationNames(config)
  const files = readMigrationFiles(config)
  const from = after === undefined ? 0 : names.indexOf(after) + 1
  const until = through === undefined ? names.length : names.indexOf(through) + 1
  for (const { sql, hash, folderMillis } of files.slice(from, until)) {
    for (const statement of sql) await session.query(statement)
    await session.query(`INSERT INTO ${table} (hash, created_at) VALUES ($1, $2)`, [hash, folderMillis])
  }
}

/** Returns the names of all tables and functions that the migrations ever create. */
export function namesMadeBy(config: MigrationConfig): { tables: string[]; functions: string[] } {
  const text = readMigrationFiles(config)
    .flatMap(({ sql }) => sql)
    .join('\n')
  const namesAfter = (start: RegExp) => [...new Set([...text.matchAll(start)].map(({ groups }) => groups?.name ?? ''))]
  return {
    tables: namesAfter(/\bCREATE TABLE (?:IF NOT EXISTS )?(?:"?\w+"?\.)?"?(?<name>\w+)"?/g),
    functions: namesAfter(/\bCREATE (?:OR REPLACE )?FUNCTION "?(?<name>\w+)"?/g),
  }
}

/** Returns the table that lists the migrations of a database, as SQL. */
export function listOf(config: MigrationConfig): string {
  return `${escapeIdentifier(schemaOf(config))}.__drizzle_migrations`
}

function schemaOf({ migrationsSchema = 'drizzle' }: MigrationConfig) {
  return migrationsSchema
}

/** Returns the migrations of this release, oldest first; `when` identifies one in a database. */
export function journalOf({ migrationsFolder }: MigrationConfig): { tag: string; when: number }[] {
  const text = readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')
  return journalSchema.parse(JSON.parse(text)).entries
}
