import { StartError } from '#server/config/start-error.ts'
import { type MigrationConfig, namesMadeBy, newestMigration } from '#server/database/session/migrations.ts'
import { type Session, tableOf } from '#server/database/session/session.ts'
import { fixTextForms, listTables } from './catalog.ts'
import { currentFormat, type Header, nameOf, type Part, parts, type Table } from './format/format.ts'
import { writeBackup } from './format/write.ts'

/** The migrations of each part of a backup. */
export type Migrations = Record<Part, MigrationConfig>

/** Yields a backup of the database as it is at one moment, read in one transaction while others read and write. The
 *  tables of pg-boss are not in it, because every job is made again from rows (docs/decisions/0038).
 *  @throws StartError if there is nothing to back up, or the database is being migrated */
export async function* backupOf(session: Session, migrations: Migrations): AsyncGenerator<Buffer> {
  if (!(await newestMigration(session, migrations.public))) {
    throw new StartError('The database has no tables of a clinic: there is nothing to back up')
  }
  const known = await listOwnTables(session, migrations)
  await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
  await fixTextForms(session)
  // Before the query that fixes the moment, or a migration could rewrite a table after it.
  await session.query(`LOCK TABLE ${known.map(tableOf).join(', ')} IN ACCESS SHARE MODE`)
  const tables = await listOwnTables(session, migrations)
  if (tables.map(nameOf).join() !== known.map(nameOf).join()) {
    throw new StartError('The database is being upgraded: try again afterwards')
  }
  const header = {
    product: 'dental-clinic backup',
    format: currentFormat,
    at: new Date().toISOString(),
    migrations: await newestMigrations(session, migrations),
  } as const
  yield* writeBackup(header, tables, session.readRows)
  await session.query('COMMIT')
}

/** Returns the tables of the product and the sandbox. Others in the same schemas are not part of a backup. */
async function listOwnTables(session: Session, migrations: Migrations): Promise<Table[]> {
  const own = new Set(
    parts.flatMap((schema) => namesMadeBy(migrations[schema]).tables.map((table) => nameOf({ schema, table }))),
  )
  return (await listTables(session, parts)).filter((table) => own.has(nameOf(table)))
}

async function newestMigrations(session: Session, migrations: Migrations): Promise<Header['migrations']> {
  const product = await newestMigration(session, migrations.public)
  if (!product) throw new StartError('The database has no tables of a clinic: there is nothing to back up')
  const sandbox = await newestMigration(session, migrations.sandbox)
  return sandbox ? { public: product, sandbox } : { public: product }
}
