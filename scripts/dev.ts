// The pages with hot reload and the server restarted at each change, on one origin: http://localhost:PORT
import { concurrently } from 'concurrently'
import { demoAdmin } from '#server/auth/demo.ts'
import { readConfig } from '#server/config.ts'
import { freePort } from './free-port.ts'

const port = process.env.PORT ?? '3000'
const apiPort = process.env.API_PORT ?? String(await freePort())
const { clinic, demo, smtpUrl } = readConfig()
// What the server would write into the built pages.
const VITE_CLINIC = JSON.stringify({ ...clinic, demo: demo ? { ...demoAdmin, outbox: !smtpUrl } : null })
const env = { ...process.env, PORT: port, API_PORT: apiPort, VITE_CLINIC }

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
