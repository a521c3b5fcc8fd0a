// Starts the pages with hot reload, and the server, which restarts at each change, on one origin:
// http://localhost:PORT. /design exists here only.
import { concurrently } from 'concurrently'
import { pino } from 'pino'
import type { ClinicData } from '#contract/clinic.ts'
import { keepClinic } from '#server/app/first-clinic.ts'
import { publicClinic } from '#server/app/pages/public-clinic.ts'
import { cardOnPages } from '#server/app/sandbox.ts'
import { toWeek } from '#server/calendar/rules/rules.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { freePort } from '#testbed/free-port.ts'

const port = process.env.PORT || '3000'
const apiPort = process.env.API_PORT || String(await freePort())
const server = {
  ...process.env,
  PORT: apiPort,
  PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
}
const config = readConfig(server)
const clinic = await readKeptClinic(config)
// The numbers of a first start: those that the clinic has since are in the built pages only.
const policy = { ...config.booking, freeCancelHours: 24, graceMinutes: 30 }
const pages = {
  ...process.env,
  PORT: port,
  API_PORT: apiPort,
  // The server writes this into the built pages; here the same settings go to Vite.
  VITE_CLINIC: JSON.stringify(
    publicClinic(
      config,
      {
        clinic,
        week: toWeek(config.clinic.hours),
        special: [],
        treatments: [{ id: 'a', name: 'Teeth Cleaning', priceCents: 59_00 }],
        policy,
      },
      await cardOnPages(config),
    ),
  ),
}

/** Returns the clinic as the database keeps it, before the server opens the database. */
async function readKeptClinic(config: Config): Promise<ClinicData> {
  const log = pino({ level: 'silent' })
  const database = await openDatabase(config, log)
  const kept = await keepClinic({ config, database, log })
  await database.close()
  return kept
}

const { result } = concurrently(
  [
    { name: 'pages', command: 'vite', env: pages },
    {
      name: 'server',
      command: 'node --watch --watch-preserve-output server/main.ts --without-pages',
      env: server,
    },
  ],
  { prefixColors: ['cyan', 'magenta'], killOthersOn: ['failure', 'success'] },
)

try {
  await result
} catch {
  process.exitCode = 1
}
