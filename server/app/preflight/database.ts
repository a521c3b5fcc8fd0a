import { Client } from 'pg'
import { z } from 'zod'
import type { Config } from '#server/config/config.ts'
import { type Check, type Finding, ok, reasonOf, warning, wrong } from './check.ts'
import { compareClocks } from './clock.ts'

const oldestVersion = 150_000

const row = z.object({
  version: z.string(),
  number: z.number(),
  now: z.date(),
  canCreateSchemas: z.boolean(),
  canCreateTables: z.boolean(),
  foreignTables: z.number(),
  hasExtension: z.boolean(),
  canCreateExtension: z.boolean(),
})

const query = `
  SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number, clock_timestamp() AS now,
    has_database_privilege(current_database(), 'CREATE') AS "canCreateSchemas",
    has_schema_privilege('public', 'CREATE') AS "canCreateTables",
    (SELECT count(*)::int FROM pg_tables WHERE schemaname IN ('public', 'pgboss') AND NOT pg_has_role(tableowner, 'USAGE')) AS "foreignTables",
    EXISTS (SELECT FROM pg_extension WHERE extname = 'btree_gist') AS "hasExtension",
    EXISTS (SELECT FROM pg_available_extension_versions WHERE name = 'btree_gist' AND (trusted OR (SELECT rolsuper FROM pg_roles WHERE rolname = current_user))) AS "canCreateExtension"`

/** Checks the database: reachable, its version, whether a start can migrate it, and its clock. */
export function databaseCheck({ databaseUrl, production, dataDir }: Config): Check {
  return {
    name: 'database',
    run: async () => {
      if (databaseUrl) return checkPostgres(databaseUrl)
      const embedded = `the embedded database in ${dataDir}`
      return [
        production ? warning(`${embedded}; for real patients set DATABASE_URL to a PostgreSQL`) : ok(`${embedded}`),
      ]
    },
  }
}

async function checkPostgres(connectionString: string): Promise<Finding[]> {
  const { host, pathname } = new URL(connectionString)
  const client = new Client({ connectionString, connectionTimeoutMillis: 8_000, statement_timeout: 8_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const sentAt = Date.now()
    const { rows } = await client.query(query)
    const found = row.parse(rows[0])
    return [
      versionOf(found, `${host}${pathname}`),
      ...rightsOf(found),
      compareClocks('the database', found.now.getTime(), { sentAt, receivedAt: Date.now() }),
    ]
  } catch (error) {
    return [wrong(`${host}${pathname} can't be used: ${reasonOf(error)}. Check DATABASE_URL, and that the server runs`)]
  } finally {
    await client.end().catch(() => {})
  }
}

function versionOf({ version, number }: z.infer<typeof row>, address: string): Finding {
  const text = `PostgreSQL ${version} at ${address}`
  return number < oldestVersion ? wrong(`${text}: this server needs 15 or newer`) : ok(text)
}

function rightsOf(found: z.infer<typeof row>): Finding[] {
  const findings = [
    !found.canCreateSchemas &&
      wrong('its user may not create schemas: GRANT CREATE ON DATABASE … TO it, which background jobs need'),
    !found.canCreateTables && wrong('its user may not create tables: GRANT CREATE ON SCHEMA public TO it'),
    found.foreignTables > 0 &&
      wrong(`${found.foreignTables} tables belong to another user, so a start can't migrate them: change their owner`),
    !found.hasExtension &&
      !found.canCreateExtension &&
      wrong('the extension btree_gist is missing: install the contrib package and run CREATE EXTENSION btree_gist'),
  ].filter((finding) => finding !== false)
  return findings.length > 0 ? findings : [ok('its user may migrate it')]
}
