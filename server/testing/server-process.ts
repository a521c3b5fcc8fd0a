import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '#testbed/free-port.ts'

const startMs = 90_000
const stopMs = 15_000

/** A real server in a process of its own. */
export type Server = {
  url: string
  dataDir: string
  databaseUrl: string | undefined
  /** Its database on a PostgreSQL server: `block` cuts its connections and lets none in. */
  database: { block: () => Promise<void>; unblock: () => Promise<void> } | undefined
  /** Ends it as a crash or a shutdown would; the data stays. Gives its exit code, null after SIGKILL. */
  kill: (signal: NodeJS.Signals) => Promise<number | null>
  /** Starts it again on the same data and address, ending it first if it runs. */
  restart: () => Promise<void>
  /** Ends it and removes its data. */
  stop: () => Promise<void>
  /** What it has written so far, both streams. */
  log: () => string
}

/** Starts a server with data of its own: an embedded database, or a new one in the PostgreSQL at `databaseServer`. With `pages` it serves
 *  the pages too, which must be built. */
export async function startServer(
  options: { databaseServer?: string | undefined; env?: Record<string, string>; pages?: boolean } = {},
): Promise<Server> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'clinic-server-'))
  const database = options.databaseServer ? await createDatabase(options.databaseServer) : undefined
  const databaseUrl = database?.url ?? options.env?.DATABASE_URL
  const env = { PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
  const run = () => launch({ ...env, ...options.env }, options.pages)
  let process = run()

  const kill = (signal: NodeJS.Signals) => end(process.child, signal)
  const stop = async () => {
    await kill('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
    await database?.drop()
  }
  try {
    await ready(process, url)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    dataDir,
    databaseUrl,
    database,
    kill,
    stop,
    log: () => process.log(),
    restart: async () => {
      await kill('SIGTERM')
      process = run()
      await ready(process, url)
    },
  }
}

/** Runs a server until it ends by itself; gives its exit code and what it wrote. */
export async function runServer(env: Record<string, string>): Promise<{ code: number | null; log: string }> {
  const { child, log } = launch(env)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, log: log() }
}

function launch(env: Record<string, string>, pages = false) {
  const args = ['--disable-warning=ExperimentalWarning', 'server/main.ts', ...(pages ? [] : ['--without-pages'])]
  const cache = { NODE_COMPILE_CACHE: 'node_modules/.cache/compile' }
  const own = { ...cache, NODE_ENV: 'test', HOST: '127.0.0.1', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      written += text
    })
  }
  return { child, log: () => written }
}

function hasEnded(child: ChildProcess) {
  return child.exitCode !== null || child.signalCode !== null
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (hasEnded(child)) return child.exitCode
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill(signal)
  const killer = setTimeout(() => child.kill('SIGKILL'), stopMs)
  const code = await ended
  clearTimeout(killer)
  return code
}

async function ready({ child, log }: ReturnType<typeof launch>, url: string) {
  const until = Date.now() + startMs
  while (Date.now() < until) {
    if (hasEnded(child)) throw new Error(`the server ended before it was ready:\n${log()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return
    await sleep(50)
  }
  throw new Error(`the server was not ready within ${startMs / 1000} s:\n${log()}`)
}

async function createDatabase(server: string) {
  const name = `server_${randomUUID().replaceAll('-', '')}`
  await query(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => query(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
    block: async () => {
      await query(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
      await query(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
    },
    unblock: () => query(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`),
  }
}

async function query(url: string, sql: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
