import { z } from 'zod'
import { version } from '#server/config/version.ts'
import type { ExecuteSql } from '../db.ts'

// Beside the list of migrations, and no part of a backup: a restored database has the row again after its first start.
const table = 'drizzle.release'
const found = z.tuple([z.object({ exists: z.boolean() })])
const rowSchema = z.tuple([z.object({ version: z.string(), oldest: z.coerce.number() })]).rest(z.unknown())

/** Returns the release that migrated a database, and the newest migration of the oldest release that may run on it, as
 *  the list of migrations identifies it. Undefined if no release since 0.2.0 has. */
export async function readRelease(executeSql: ExecuteSql): Promise<{ version: string; oldest: number } | undefined> {
  const { rows: existing } = await executeSql('SELECT to_regclass($1) IS NOT NULL AS exists', [table])
  if (!found.parse(existing)[0].exists) return undefined
  const { rows } = await executeSql(`SELECT version, oldest FROM ${table}`)
  return rowSchema.safeParse(rows).data?.[0]
}

/** Writes that this release has migrated the database. */
export async function writeRelease(executeSql: ExecuteSql, oldest: number): Promise<void> {
  await executeSql(
    `CREATE TABLE IF NOT EXISTS ${table} (id integer PRIMARY KEY CHECK (id = 1), version text NOT NULL, oldest bigint NOT NULL)`,
  )
  await executeSql(
    `INSERT INTO ${table} (id, version, oldest) VALUES (1, $1, $2)
     ON CONFLICT (id) DO UPDATE SET version = excluded.version, oldest = excluded.oldest`,
    [version, oldest],
  )
}
