import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { ExecuteSql } from '../db.ts'

const folder = join(import.meta.dirname, '../functions')
const rowsOf = z.array(z.object({ name: z.string(), definition: z.string() }))

// What an extension made is not ours.
const definitions = `
  select proname as name, pg_get_functiondef(oid) as definition from pg_proc
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  union all
  select proname, pg_get_triggerdef(pg_trigger.oid) from pg_trigger join pg_proc on pg_proc.oid = tgfoid
  where not tgisinternal and pronamespace = 'public'::regnamespace
  order by name, definition`

/** Returns the statements that a migration must have, because the files in server/database/functions differ from a
 *  migrated database: the files that have changed, and a drop of each function without a file. Runs the files on that
 *  database. */
export async function functionsToMigrate(executeSql: ExecuteSql): Promise<string[]> {
  const read = async () => rowsOf.parse((await executeSql(definitions)).rows)
  const files = readdirSync(folder).sort()
  const names = new Set(files.map((file) => basename(file, '.sql')))
  const migrated = await read()
  const dropped = new Set(migrated.map(({ name }) => name).filter((name) => !names.has(name)))
  const statements = [...dropped].map((name) => `DROP FUNCTION ${name} CASCADE;`)
  let before = JSON.stringify(migrated)
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8').trim()
    await executeSql(text)
    const after = JSON.stringify(await read())
    if (after !== before) statements.push(text)
    before = after
  }
  return statements
}
