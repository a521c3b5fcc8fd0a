import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#testbed/free-port.ts'
import type { Lab } from './lab.ts'
import type { Place } from './place.ts'

/** A running server. `secondsToReady` from the start of its process; `memory` in MB. */
export type Server = { origin: string; secondsToReady: number; memory: () => number; stop: () => Promise<void> }

/** Signs the tokens of every server that is measured. */
export const secret = 'a secret for measurements, of no use elsewhere'
export const publicUrl = 'http://localhost:3000'

const serverFile = fileURLToPath(import.meta.resolve('#server/main.ts'))

/** Starts the site's server on `place` and waits until it is ready. */
export function startServer(lab: Lab, { dataDir, databaseUrl }: Place): Promise<Server> {
  const settings = {
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    DEMO: 'off',
    AUTH_SECRET: secret,
    PUBLIC_URL: publicUrl,
    // Measurements book more than a patient may.
    BOOKING_HORIZON_DAYS: '3650',
    BOOKING_MAX_UPCOMING: '1000',
  }
  const place = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  return startProcess(lab, serverFile, '/readyz', { ...settings, ...place })
}

/** Starts the site as a browser uses it: at an origin of its own, in demo mode, on the embedded database in `dataDir`. */
export async function startSite(lab: Lab, dataDir: string): Promise<Server> {
  const settings = { RATE_LIMIT: 'off', LOG_LEVEL: 'warn', DEMO: 'on', AUTH_SECRET: secret, DATA_DIR: dataDir }
  const server = await startProcess(lab, serverFile, '/readyz', settings)
  return { ...server, origin: server.origin.replace('127.0.0.1', 'localhost') }
}

/** Starts the yardstick: a bare Fastify route that answers `text`. */
export function startBare(lab: Lab, text: string): Promise<Server> {
  return startProcess(lab, fileURLToPath(import.meta.resolve('./load/bare.ts')), '/', { TEXT: text })
}

async function startProcess(lab: Lab, file: string, readyPath: string, env: Record<string, string>): Promise<Server> {
  const port = await freePort()
  const { PATH, HOME, TMPDIR } = process.env
  const began = performance.now()
  const child = lab.own(
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
      // The compile cache is what `npm start` sets.
      env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: 'node_modules/.cache/compile', ...env, PORT: String(port) },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  )
  const origin = `http://127.0.0.1:${port}`
  await untilReady(child, origin + readyPath)
  return {
    origin,
    secondsToReady: (performance.now() - began) / 1000,
    memory: () => residentMegabytes(child.pid ?? 0),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function untilReady(child: ChildProcess, url: string) {
  const until = performance.now() + 60_000
  for (;;) {
    const answer = await fetch(url, { headers: { connection: 'close' } }).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    if (child.exitCode !== null) throw new Error(`the server ended at its start (${child.exitCode})`)
    if (performance.now() > until) throw new Error(`${url} was not ready within a minute`)
    await sleep(5)
  }
}

function residentMegabytes(pid: number) {
  if (process.platform !== 'linux') return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
