import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '#scripts/free-port.ts'

const startMs = 60_000
const stopMs = 15_000

/** A real server in a process of its own. */
export type Server = {
  url: string
  /** Ends it as a crash or a shutdown would; the data stays. */
  kill: (signal: NodeJS.Signals) => Promise<void>
  /** Starts it again on the same data and address, ending it first if it runs. */
  restart: () => Promise<void>
  /** Ends it and removes its data. */
  stop: () => Promise<void>
  /** What it has written so far, both streams. */
  log: () => string
}

/** Starts a server with data of its own: an embedded database, or a new one in the PostgreSQL at `databaseServer`. */
export async function startServer(
  options: { databaseServer?: string | undefined; env?: Record<string, string> } = {},
): Promise<Server> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'clinic-e2e-'))
  const database = options.databaseServer ? await createDatabase(options.databaseServer) : undefined
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url ?? '',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    ...options.env,
  }
  let log = ''
  let child = start()

  function start() {
    const args = ['--disable-warning=ExperimentalWarning', 'server/main.ts']
    const started = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding('utf8').on('data', (text) => (log += text))
    return started
  }
  async function kill(signal: NodeJS.Signals) {
    await end(child, signal)
  }
  async function stop() {
    await kill('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
    await database?.drop()
  }

  try {
    await ready(child, url, () => log)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    kill,
    stop,
    log: () => log,
    restart: async () => {
      await kill('SIGTERM')
      child = start()
      await ready(child, url, () => log)
    },
  }
}

function hasEnded(child: ChildProcess) {
  return child.exitCode !== null || child.signalCode !== null
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (hasEnded(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  const killer = setTimeout(() => child.kill('SIGKILL'), stopMs)
  await ended
  clearTimeout(killer)
}

async function ready(child: ChildProcess, url: string, log: () => string) {
  const until = Date.now() + startMs
  while (Date.now() < until) {
    if (hasEnded(child)) throw new Error(`the server ended before it was ready:\n${log()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return
    await sleep(50)
  }
  throw new Error(`the server was not ready within ${startMs / 1000} s:\n${log()}`)
}

async function createDatabase(serverUrl: string) {
  const name = `e2e_${randomUUID().replaceAll('-', '')}`
  await query(serverUrl, `CREATE DATABASE ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => query(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
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
