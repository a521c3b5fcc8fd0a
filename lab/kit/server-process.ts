import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#testbed/free-port.ts'
import type { DataStore } from './data-store.ts'
import type { Lab } from './lab.ts'

/** A running server. `secondsToReady` counts from process start; `residentMb` returns its current resident memory in
 *  MB. */
export type Server = {
  origin: string
  secondsToReady: number
  residentMb: () => number
  pid: number
  stop: () => Promise<void>
}

/** AUTH_SECRET of every server under test. */
export const secret = 'a secret for measurements, of no use elsewhere'
export const publicUrl = 'http://localhost:3000'

// As `npm start` starts it.
const serverArgs = ['--max-semi-space-size=4', join(import.meta.dirname, '../../build/server/serve.js')]

/** Starts the clinic's server on `store`, with other settings if given, and waits until it is ready. */
export function startServer(lab: Lab, store: DataStore, overrides: Record<string, string> = {}): Promise<Server> {
  return startProcess(lab, serverArgs, '/readyz', { ...settingsFor(store), ...overrides })
}

/** Starts the same server without the pages, which need not be built. */
export function startApi(lab: Lab, store: DataStore): Promise<Server> {
  return startProcess(lab, [...serverArgs, '--without-pages'], '/readyz', settingsFor(store))
}

function settingsFor({ dataDir, databaseUrl }: DataStore): Record<string, string> {
  return {
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    DEMO: 'off',
    AUTH_SECRET: secret,
    PUBLIC_URL: publicUrl,
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
}

/** Starts the clinic's server for browsers: in demo mode, on PGlite in `dataDir`, with `localhost` as its host name. */
export async function startSite(lab: Lab, dataDir: string): Promise<Server> {
  const settings = { RATE_LIMIT: 'off', LOG_LEVEL: 'warn', DEMO: 'on', AUTH_SECRET: secret, DATA_DIR: dataDir }
  const server = await startProcess(lab, serverArgs, '/readyz', settings)
  return { ...server, origin: server.origin.replace('127.0.0.1', 'localhost') }
}

/** Starts the baseline: a minimal Fastify server that responds with `text`. */
export function startBaseline(lab: Lab, text: string): Promise<Server> {
  return startProcess(lab, [fileURLToPath(import.meta.resolve('../load/baseline-server.ts'))], '/', { TEXT: text })
}

async function startProcess(
  lab: Lab,
  program: string[],
  readyPath: string,
  env: Record<string, string>,
): Promise<Server> {
  const port = await freePort()
  const { PATH, HOME, TMPDIR } = process.env
  const startedAt = performance.now()
  const child = lab.killOnClose(
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...program], {
      // `npm start` uses the same compile cache.
      env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: 'node_modules/.cache/compile', ...env, PORT: String(port) },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  )
  const origin = `http://127.0.0.1:${port}`
  await waitUntilReady(child, origin + readyPath)
  return {
    origin,
    secondsToReady: (performance.now() - startedAt) / 1000,
    residentMb: () => residentMemoryMb(child.pid ?? 0),
    pid: child.pid ?? 0,
    stop: async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function waitUntilReady(child: ChildProcess, url: string) {
  const deadline = performance.now() + 60_000
  for (;;) {
    const response = await fetch(url, { headers: { connection: 'close' } }).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.ok) return
    if (child.exitCode !== null) throw new Error(`the server exited during startup with code ${child.exitCode}`)
    if (performance.now() > deadline) throw new Error(`${url} was not ready within 60 s`)
    await sleep(5)
  }
}

function residentMemoryMb(pid: number) {
  if (process.platform !== 'linux') return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
