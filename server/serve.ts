import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBackups } from './app/backup/server.ts'
import { openApp, withEnteredAccounts } from './app.ts'
import { readConfig } from './config/config.ts'
import { loadSecret } from './config/secret.ts'
import { reportAndExit } from './config/start-error.ts'
import { version } from './config/version.ts'
import { openDatabase } from './database/open-database.ts'
import { countMigrations } from './database/session/migrate.ts'
import { openLog, openOutput } from './http/log/log.ts'
import { makeSetupLink } from './set-up/link.ts'
import { requirePages } from './site/pages.ts'
import { listenFailure, requireFreePorts } from './start/ports.ts'
import { keepPrivate } from './start/private-files.ts'
import { unsentWarnings } from './start/unsent.ts'
import { startWarnings } from './start/warnings.ts'

const shutdownTimeoutMs = 10_000
/** Connections that wait to be accepted. With Node's 511, the kernel resets others while the process is busy; it allows
 *  4,096 itself. */
const backlog = 4_096

// A process that is the first of its container gets no signal without a handler.
let stop: (signal: string) => unknown = () => process.exit(0)
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(signal))

try {
  const config = readConfig()
  const output = openOutput()
  const log = openLog(config.logLevel, output)
  // In development, the Vite server serves the pages.
  const siteFolder = process.argv.includes('--without-pages') ? undefined : join(import.meta.dirname, '../build/client')
  // What can be checked without the database comes first: a start that fails changes no data.
  await requireFreePorts(config)
  if (siteFolder) requirePages(siteFolder)
  const permissionsWarning = keepPrivate(config.dataDir)
  if (permissionsWarning) log.warn(permissionsWarning)
  const secret = config.authSecret ?? loadSecret(config.dataDir)
  const database = await openDatabase(config, log)
  if (database.migrated.length > 0) log.info(countMigrations(database.migrated))
  for (const migration of database.migrated) log.debug({ migration }, 'applied a migration')
  const draining = new AbortController()
  const deps = { config, database, secret, log, clock: () => new Date(), siteFolder, draining: draining.signal }
  // Instances that start at the same time would add the same rows.
  const app = await database.alone(() => openApp(deps))
  // With demo mode there is an admin.
  const setupLink = await makeSetupLink(database.db, config.publicUrl)

  const backups = await openBackups({ config, database, log })

  stop = async (signal) => {
    if (draining.signal.aborted) return
    draining.abort()
    // Proxies send requests until they notice that this instance is not ready.
    if (signal === 'SIGTERM') await sleep(config.drainMs)
    log.info({ signal }, 'stopping: no new requests; finishing those in progress')
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
    await app.close()
    await backups.close()
    await database.close()
    process.exit(0)
  }

  const { port, host } = config
  await app.listen({ port, host, backlog }).catch((error) => {
    throw listenFailure(error, { setting: 'PORT', port, host })
  })
  const complete = await withEnteredAccounts(deps)
  for (const line of [...startWarnings(complete), ...unsentWarnings(complete)]) log.warn(line)
  const place = config.databaseUrl ? 'PostgreSQL' : `the embedded database in ${config.dataDir}`
  log.info(
    { url: config.publicUrl, database: database.engine, version },
    `release ${version} open at ${config.publicUrl}, on ${place}`,
  )
  if (setupLink) log.warn(`no admin yet: this link, good once and for an hour, sets the clinic up: ${setupLink}`)
  // The log is JSON, for other programs.
  if (process.argv.includes('--print-address')) output.write(`The clinic is open at ${config.publicUrl}\n`)
} catch (error) {
  reportAndExit(error)
}
