import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MigrationConfig, readMigrationFiles } from 'drizzle-orm/migrator'
import { escapeIdentifier } from 'pg'
import { z } from 'zod'
import { StartError } from '#server/config/start-error.ts'
import { version } from '#server/config/version.ts'
import type { ExecuteSql } from '../db.ts'
import { formerName } from './former-list.ts'
import { readRelease } from './release-row.ts'
import type { Session } from './session.ts'

export type { MigrationConfig }

/** The product's migrations. Their list has a name of its own, which releases up to 0.2.0 don't know. */
export const productTables: MigrationConfig = {
  migrationsFolder: join(import.meta.dirname, '../migrations'),
  migrationsTable: 'migration',
}

const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })
const newestSchema = z.tuple([z.object({ newest: z.coerce.number().nullable() })])
const listSchema = z.array(z.object({ name: z.string() }))

/** Returns the names of the migrations of this release, oldest first. */
export function migrationNames(config: MigrationConfig): string[] {
  return journalOf(config).map(({ tag }) => tag)
}

/** Returns the name of the newest migration that a database has; undefined if it has none.
 *  @throws StartError if this release does not know it */
export async function newestMigration(session: Session, config: MigrationConfig): Promise<string | undefined> {
  const [list] = await listsIn(session.query, config)
  if (list === undefined) return undefined
  const { rows } = await session.query(`SELECT max(created_at) AS newest FROM ${list}`)
  const [{ newest }] = newestSchema.parse(rows)
  if (newest === null) return undefined
  const name = journalOf(config).find(({ when }) => when === newest)?.tag
  if (!name) {
    const release = await readRelease(session.query)
    throw new StartError(
      `The database has the tables of ${release ? `release ${release.version}` : 'a newer release'}, and this is ${version}: use ${release?.version ?? 'the newer one'}`,
    )
  }
  return name
}

/** Returns the times by which a database lists the migrations that it has, and where it lists them. */
export async function appliedMigrations(
  executeSql: ExecuteSql,
  config: MigrationConfig,
): Promise<{ applied: number[]; list: string | undefined }> {
  const [list] = await listsIn(executeSql, config)
  if (list === undefined) return { applied: [], list }
  const { rows } = await executeSql(`SELECT created_at FROM ${list}`)
  const applied = z.array(z.object({ created_at: z.coerce.number() })).parse(rows)
  return { applied: applied.map(({ created_at: when }) => when), list }
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
export function listOf({ migrationsTable = formerName, ...config }: MigrationConfig): string {
  return `${escapeIdentifier(schemaOf(config))}.${escapeIdentifier(migrationsTable)}`
}

/** Returns the tables of a database that list its migrations, as SQL: that of a former release until the first start of
 *  this one. */
async function listsIn(executeSql: ExecuteSql, config: MigrationConfig): Promise<string[]> {
  const { rows } = await executeSql(
    `SELECT list.name FROM unnest($1::text[]) WITH ORDINALITY AS list(name, place)
       JOIN pg_class ON pg_class.oid = to_regclass(list.name) WHERE relkind = 'r' ORDER BY place`,
    [[listOf(config), listOf(formerly(config))]],
  )
  return listSchema.parse(rows).map(({ name }) => name)
}

/** Returns `config` with the list of releases up to 0.2.0. */
export function formerly(config: MigrationConfig): MigrationConfig {
  return { ...config, migrationsTable: formerName }
}

function schemaOf({ migrationsSchema = 'drizzle' }: MigrationConfig) {
  return migrationsSchema
}

/** Returns the migrations of this release, oldest first; `when` identifies one in a database. */
export function journalOf({ migrationsFolder }: MigrationConfig): { tag: string; when: number }[] {
  const text = readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')
  return journalSchema.parse(JSON.parse(text)).entries
}
