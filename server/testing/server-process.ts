import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { built } from '#testbed/built.ts'
import { freePort } from '#testbed/free-port.ts'
import { nodeArgs } from '#testbed/node-args.ts'
import { sampleClinic } from '#testbed/sample-clinic.ts'
import { copyPreparedPglite } from './prepared/pglite.ts'
import { copyPreparedPostgres, createPostgres, type ScratchDatabase } from './prepared/postgres.ts'

const startTimeoutMs = 90_000
const stopTimeoutMs = 15_000
/** Starts the server without a build, as in development. */
const sourceEntry = 'server/main.ts'

/** A server in its own process. */
export type Server = {
  url: string
  pid: () => number
  dataDir: string
  databaseUrl: string | undefined
  /** Set on PostgreSQL: `block` closes the connections to the server's database and refuses new ones. */
  database: { block: () => Promise<void>; unblock: () => Promise<void> } | undefined
  /** Ends the process and keeps its data. Returns the exit code, or null after SIGKILL. */
  kill: (signal: NodeJS.Signals) => Promise<number | null>
  /** Restarts the server with the same data and URL, from the sources in `folder` if it is named: another release. */
  restart: (folder?: string) => Promise<void>
  /** Stops the server and deletes its data. */
  stop: () => Promise<void>
  /** Output so far: stdout and stderr. */
  log: () => string
}

type Options = {
  /** The PostgreSQL server that gets a database for this server. Without one the server uses an embedded database. */
  databaseServer?: string | undefined
  /** Returns the URL at which the server reaches its PostgreSQL database, for example that of a proxy. */
  reachDatabase?: (databaseUrl: string) => Promise<string>
  env?: Record<string, string>
  /** Serve the pages too. They must be built. */
  pages?: boolean
  /** The project's folder; this one by default. */
  folder?: string
  /** Run the sources instead of the bundle, for a test of which modules are loaded. */
  fromSource?: boolean
  /** Start with an empty data folder and an empty database, instead of prepared ones. */
  emptyFolder?: boolean
}

/** Starts a server with its own data. */
export async function startServer(options: Options = {}): Promise<Server> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'clinic-server-'))
  const create = options.emptyFolder ? createPostgres : copyPreparedPostgres
  const database = options.databaseServer ? await create(options.databaseServer) : undefined
  const databaseUrl = database?.url ?? options.env?.DATABASE_URL
  if (!databaseUrl && !options.emptyFolder) await copyPreparedPglite(dataDir)
  const reachedAt = databaseUrl && ((await options.reachDatabase?.(databaseUrl)) ?? databaseUrl)
  // Without demo mode a clinic has no data of its own.
  const clinic = options.emptyFolder ? {} : sampleClinic
  const env = { ...clinic, PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, DATABASE_URL: reachedAt ?? '' }
  const bundle = options.folder || options.fromSource ? sourceEntry : (await built()).server
  const run = (folder = options.folder) =>
    launch({ ...env, ...options.env }, { ...options, folder, entry: folder ? sourceEntry : bundle })
  let process = run()

  const kill = (signal: NodeJS.Signals) => endProcess(process, signal)
  const stop = async () => {
    await kill('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
    await database?.drop()
  }
  try {
    await waitUntilReady(process, url)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    pid: () => process.child.pid ?? 0,
    dataDir,
    databaseUrl,
    database: database && blockable(database),
    kill,
    stop,
    log: () => process.log(),
    restart: async (folder) => {
      await kill('SIGTERM')
      process = run(folder)
      await waitUntilReady(process, url)
    },
  }
}

/** Starts a server that need not become ready. */
export function startProcess(env: Record<string, string>) {
  const process = launch(env)
  return { log: process.log, kill: (signal: NodeJS.Signals) => endProcess(process, signal) }
}

/** Runs a server until it exits by itself. Returns its exit code and output. */
export async function runServer(env: Record<string, string>): Promise<{ code: number | null; log: string }> {
  const { closed, log } = launch(env)
  return { code: await closed, log: log() }
}

function launch(
  env: Record<string, string>,
  {
    pages = false,
    folder,
    entry = sourceEntry,
  }: Pick<Options, 'pages'> & { folder?: string | undefined; entry?: string } = {},
) {
  const args = [...nodeArgs, entry, ...(pages ? [] : ['--without-pages'])]
  const cache = { NODE_COMPILE_CACHE: 'node_modules/.cache/compile' }
  const defaults = { ...cache, NODE_ENV: 'test', HOST: '127.0.0.1', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...defaults, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  // After 'exit' the pipes can still hold output; after 'close' they are read to their end.
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, closed, log: () => output }
}

function hasEnded(child: ChildProcess) {
  return child.exitCode !== null || child.signalCode !== null
}

async function endProcess({ child, closed }: ReturnType<typeof launch>, signal: NodeJS.Signals) {
  if (!hasEnded(child)) child.kill(signal)
  const killer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  const code = await closed
  clearTimeout(killer)
  return code
}

async function waitUntilReady({ child, closed, log }: ReturnType<typeof launch>, url: string) {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    if (hasEnded(child)) {
      const code = await closed
      throw new Error(
        `the server exited before it was ready (code ${code}, ${child.signalCode ?? 'no signal'}):\n${log()}`,
      )
    }
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.status === 200) return
    await sleep(50)
  }
  throw new Error(`the server was not ready within ${startTimeoutMs / 1000} s:\n${log()}`)
}

function blockable({ url, admin }: ScratchDatabase) {
  const name = new URL(url).pathname.slice(1)
  return {
    block: async () => {
      await admin(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`)
      await admin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
    },
    unblock: () => admin(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`),
  }
}
