import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sandboxTables } from '#sandbox/tables.ts'
import { addSampleTreatments } from '#server/app/seed/sample-treatments.ts'
import type { Database } from '#server/database/db.ts'

const server = join(import.meta.dirname, '../..')

/** Adds the sample treatments and the sandbox's tables. Each app that a test opens would otherwise create those
 *  tables. */
export async function addTestData({ db, migrate }: Database): Promise<void> {
  await addSampleTreatments(db)
  await migrate(sandboxTables)
}

/** Returns a hash of everything that a prepared database contains. It is part of the database's name. */
export function preparation(): string {
  const hash = createHash('sha256').update(readFileSync(join(server, 'app/seed/sample-treatments.ts')))
  hash.update(readFileSync('node_modules/pg-boss/package.json'))
  hash.update(readFileSync('node_modules/@electric-sql/pglite/package.json'))
  for (const folder of [join(server, 'database/migrations'), sandboxTables.migrationsFolder]) {
    const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
    for (const name of files.sort()) hash.update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 12)
}
