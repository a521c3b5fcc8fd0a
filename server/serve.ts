import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBackups } from './app/backup/server.ts'
import { openApp } from './app.ts'
import { type Config, readConfig } from './config/config.ts'
import { loadSecret } from './config/secret.ts'
import { reportAndExit, StartError } from './config/start-error.ts'
import { version } from './config/version.ts'
import { openDatabase } from './database/open.ts'
import { describeMigrations } from './database/session/migrate.ts'
import { openLog } from './http/log/log.ts'
import { makeSetupLink } from './set-up/link.ts'
import { keepPrivate } from './start/private-files.ts'
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
  const log = openLog(config.logLevel)
  const permissionsWarning = keepPrivate(config.dataDir)
  if (permissionsWarning) log.warn(permissionsWarning)
  const database = await openDatabase(config, log)
  if (database.migrated.length > 0) log.info({ migrations: database.migrated }, describeMigrations(database.migrated))
  const secret = config.authSecret ?? loadSecret(config.dataDir)
  // In development, the Vite server serves the pages.
  const siteFolder = process.argv.includes('--without-pages') ? undefined : join(import.meta.dirname, '../build/client')
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

  await app.listen({ port: config.port, host: config.host, backlog }).catch((error) => {
    throw new StartError(listenFailure(error, config))
  })
  for (const line of startWarnings(config)) log.warn(line)
  const place = config.databaseUrl ? 'PostgreSQL' : `the embedded database in ${config.dataDir}`
  log.info(
    { url: config.publicUrl, database: database.engine, version },
    `release ${version} open at ${config.publicUrl}, on ${place}`,
  )
  if (setupLink) log.warn(`no admin yet: this link, good once and for an hour, sets the clinic up: ${setupLink}`)
} catch (error) {
  reportAndExit(error)
}

function listenFailure(error: NodeJS.ErrnoException, { host, port }: Config) {
  if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is in use: stop what uses it, or choose another PORT`
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user: choose a PORT above 1023`
  return `It can't listen on ${host}:${port}: ${error.message}`
}
