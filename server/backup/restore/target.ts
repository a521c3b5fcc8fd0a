import { z } from 'zod'
import { StartError } from '#server/config/start-error.ts'
import { namesMadeBy } from '#server/database/session/migrations.ts'
import type { Session } from '#server/database/session/session.ts'
import type { Migrations } from '../backup.ts'
import { dropFromPublic, tablesWithRows } from '../catalog.ts'
import { parts } from '../format/format.ts'

/** The database to restore to. */
export type Target = {
  /** Host and name of a PostgreSQL database, or the folder of an embedded one. */
  name: string
  /** The name that the operator passed to --replace. */
  replace: string | undefined
}

// A first start fills these tables without a user. Every other row is a reason not to overwrite.
const filledByFirstStart = [
  'clinic',
  'clinic_hours',
  'clinic_policy',
  'sending',
  'setup_link',
  'till',
  'treatment',
].map((table) => `public.${table}`)

const serverCount = z.tuple([z.object({ servers: z.coerce.number() })])

/** @throws StartError if a server uses the database, or it has data and `replace` does not name it */
export async function refuseTarget(session: Session, migrations: Migrations, target: Target): Promise<void> {
  const { name, replace } = target
  if (replace !== undefined && replace !== name) {
    throw new StartError(`--replace names ${replace}, but the database is ${name}: nothing was changed`)
  }
  // Each server has one connection that listens.
  const { rows } = await session.query(
    `SELECT count(*) AS servers FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'dental-clinic listen'`,
  )
  if (serverCount.parse(rows)[0].servers > 0) {
    throw new StartError(`A server uses the database ${name}: stop all servers first`)
  }
  if (replace === undefined) await refuseData(session, migrations, name)
}

async function refuseData(session: Session, migrations: Migrations, name: string) {
  for (const schema of parts) {
    const filled = await tablesWithRows(session, schema, namesMadeBy(migrations[schema]).tables)
    const other = filled.find((table) => !filledByFirstStart.includes(table))
    if (other) {
      throw new StartError(
        `The database ${name} has data (in ${other}): nothing was changed; to replace all of it, add --replace ${name}`,
      )
    }
  }
}

/** Drops what any release of this product creates, in the caller's transaction. A start makes the tables of pg-boss
 *  and the row of the release again. */
export async function clearTarget(session: Session, migrations: Migrations): Promise<void> {
  await dropFromPublic(session, namesMadeBy(migrations.public))
  await session.query('DROP SCHEMA IF EXISTS drizzle, sandbox, pgboss CASCADE')
}
