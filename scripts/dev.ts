// The pages with hot reload and the server restarted at each change, on one origin: http://localhost:PORT. Of the pages /design is
// here only.
import { concurrently } from 'concurrently'
import { cardOnPages } from '#server/app/sandbox.ts'
import { readConfig } from '#server/config/config.ts'
import { publicClinic } from '#server/site/public-clinic.ts'
import { freePort } from '../testbed/free-port.ts'

const port = process.env.PORT ?? '3000'
const apiPort = process.env.API_PORT ?? String(await freePort())
// What the server would write into the built pages.
const config = readConfig()
const VITE_CLINIC = JSON.stringify(publicClinic(config, await cardOnPages(config)))
const env = { ...process.env, PORT: port, API_PORT: apiPort, VITE_CLINIC, DESIGN_PAGE: 'yes' }

const { result } = concurrently(
  [
    { name: 'pages', command: 'react-router dev', env },
    {
      name: 'server',
      command: 'node --watch --watch-preserve-output server/main.ts --without-pages',
      env: { ...env, PORT: apiPort, PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}` },
    },
  ],
  { prefixColors: ['cyan', 'magenta'], killOthersOn: ['failure', 'success'] },
)

try {
  await result
} catch {
  process.exitCode = 1
}
