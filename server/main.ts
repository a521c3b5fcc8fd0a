import { join } from 'node:path'
import { pino } from 'pino'
import { openApp } from './app.ts'
import { type Config, readConfig } from './config/config.ts'
import { ownSecret } from './config/secret.ts'
import { reportAndExit, StartError } from './config/start-error.ts'
import { openDatabase } from './database/open.ts'
import { seed } from './database/seed.ts'
import { keepPrivate } from './start/private-files.ts'
import { startWarnings } from './start/warnings.ts'

const shutdownTimeoutMs = 10_000

try {
  const config = readConfig()
  const log = pino({ level: config.logLevel })
  const tightened = keepPrivate(config.dataDir)
  if (tightened) log.warn(tightened)
  const database = await openDatabase(config, log)
  await seed(database.db)
  const secret = config.authSecret ?? ownSecret(config.dataDir)
  // In development another process serves the pages, hot.
  const siteFolder = process.argv.includes('--without-pages') ? undefined : join(import.meta.dirname, '../build/client')
  const app = await openApp({ config, database, secret, log, clock: () => new Date(), siteFolder })

  let ending = false
  const end = async (signal: string) => {
    if (ending) return
    ending = true
    log.info({ signal }, 'stopping: no new requests, those under way are finished')
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
    await app.close()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', end).on('SIGINT', end)

  await app.listen({ port: config.port, host: config.host }).catch((error) => {
    throw new StartError(notListening(error, config))
  })
  for (const line of startWarnings(config)) log.warn(line)
  const place = config.databaseUrl ? 'PostgreSQL' : `the embedded database in ${config.dataDir}`
  log.info({ url: config.publicUrl, database: database.engine }, `open at ${config.publicUrl}, on ${place}`)
} catch (error) {
  reportAndExit(error)
}

function notListening(error: NodeJS.ErrnoException, { host, port }: Config) {
  if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is in use: stop what uses it, or choose another PORT`
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user: choose a PORT above 1023`
  return `It can't listen on ${host}:${port}: ${error.message}`
}
