import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { z } from 'zod'
import { clinicSettingNames } from '#server/config/clinic-settings.ts'
import type { Config } from '#server/config/config.ts'
import { FolderInUse } from '#server/database/engine/lock.ts'
import type { Session } from '#server/database/session/session.ts'
import { reasonOf } from '#server/outside-service/reason.ts'
import { keptWarnings, sampleWarnings } from '#server/start/warnings.ts'
import { type Check, type Finding, ok, warning, wrong } from './check.ts'
import { compareClocks } from './outside/clock.ts'
import { sampleParts } from './samples.ts'

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
  canReadClinic: z.boolean(),
})

const query = `
  SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number, clock_timestamp() AS now,
    has_database_privilege(current_database(), 'CREATE') AS "canCreateSchemas",
    has_schema_privilege('public', 'CREATE') AS "canCreateTables",
    (SELECT count(*)::int FROM pg_tables WHERE schemaname IN ('public', 'pgboss') AND NOT pg_has_role(tableowner, 'USAGE')) AS "foreignTables",
    EXISTS (SELECT FROM pg_extension WHERE extname = 'btree_gist') AS "hasExtension",
    EXISTS (SELECT FROM pg_available_extension_versions WHERE name = 'btree_gist' AND (trusted OR (SELECT rolsuper FROM pg_roles WHERE rolname = current_user))) AS "canCreateExtension",
    coalesce(has_table_privilege(to_regclass('public.clinic'), 'SELECT'), false) AS "canReadClinic"`

const clinicQuery = 'SELECT to_jsonb(clinic) AS clinic FROM public.clinic'
const text = z.optional(z.string())
const clinicRows = z.array(
  z.object({
    clinic: z.object({
      ...{ name: text, address: text, phone: text, email: text, country: text, language: text, currency: text },
      time_zone: text,
      reviews: z.optional(z.array(z.object({ name: z.string(), sample: z.boolean() }))),
    }),
  }),
)
type Kept = Parameters<typeof sampleWarnings>[0] & { samples: string[] }

/** Checks the database: reachable, its version, whether a start can migrate it, and its clock. */
export function databaseCheck(config: Config): Check {
  const { databaseUrl, production, dataDir } = config
  return {
    name: 'database',
    run: async () => {
      if (databaseUrl) return checkPostgres(databaseUrl, config)
      const embedded = `the embedded database in ${dataDir}`
      return [
        production ? warning(`${embedded}; for real patients set DATABASE_URL to a PostgreSQL`) : ok(`${embedded}`),
        ...(await checkEmbedded(dataDir, config)),
      ]
    },
  }
}

async function checkEmbedded(dataDir: string, config: Config): Promise<Finding[]> {
  if (!existsSync(join(dataDir, 'db'))) return []
  const { openPgliteSessions } = await import('#server/database/engine/pglite.ts')
  try {
    const { withSession, close } = await openPgliteSessions(dataDir)
    const kept = await withSession(readKept).finally(close)
    return keptOf(config, kept)
  } catch (error) {
    if (error instanceof FolderInUse)
      return [ok('a server has it open: its log says at the start whether the settings of the clinic are right')]
    throw error
  }
}

/** Returns what the clinic keeps of its settings; undefined before its first start with this release. */
async function readKept(session: Pick<Session, 'query'>): Promise<Kept | undefined> {
  const { query } = session
  const { rows: tables } = await query(`SELECT to_regclass('public.clinic') IS NOT NULL AS exists`)
  if (!z.array(z.object({ exists: z.boolean() })).parse(tables)[0]?.exists) return undefined
  const { rows } = await query(clinicQuery)
  const found = clinicRows.parse(rows)[0]?.clinic
  if (!found?.name) return undefined
  const { time_zone: timeZone, reviews = [], ...fields } = found
  const texts = Object.entries({ ...fields, timeZone }).filter(([field]) => field in clinicSettingNames)
  return { ...Object.fromEntries(texts), reviews, samples: await sampleParts(session) }
}

async function checkPostgres(connectionString: string, config: Config): Promise<Finding[]> {
  const { host, pathname } = new URL(connectionString)
  const client = new Client({ connectionString, connectionTimeoutMillis: 8_000, statement_timeout: 8_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const sentAt = Date.now()
    const { rows } = await client.query(query)
    const found = row.parse(rows[0])
    const kept = found.canReadClinic ? await readKept({ query: (text) => client.query(text) }) : undefined
    return [
      ...keptOf(config, kept),
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

function keptOf({ clinicSettings, demo }: Config, kept: Kept | undefined): Finding[] {
  if (!kept) return []
  const { reviews: _, samples, ...texts } = kept
  const sampled = demo ? [] : [...sampleWarnings(kept), ...samples]
  return [...keptWarnings(clinicSettings, texts), ...sampled].map(warning)
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
