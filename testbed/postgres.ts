import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findPostgresBin } from '../scripts/setup/machine/postgres.mjs'
import { freePort } from './free-port.ts'
import { type User, unprivilegedUser } from './unprivileged-user.ts'

/** A scratch PostgreSQL whose user may create databases. `stop` shuts it down and deletes its files. `deadlocks`
 *  returns what its log says of each deadlock since its start: the database and both statements. */
export type TestPostgres = { url: string; stop: () => Promise<void>; deadlocks: () => string[] }

// Faster, but data is lost in a power failure. Benchmarks pass durable settings instead.
const testSettings = {
  ...{ max_connections: '200', fsync: 'off', full_page_writes: 'off', unix_socket_directories: '' },
  log_line_prefix: '%m [%p] %d ',
}

/** Whether `startPostgres` can run on this machine. */
export function hasPostgres(): boolean {
  return Boolean(process.env.TEST_DATABASE_URL) || findPostgresBin() !== undefined
}

/** Describes the database engines of a test run: 'PGlite and PostgreSQL 15.18 (started for this run)'. */
export function describeEngines(): string {
  if (process.env.TEST_DATABASE_URL) return 'PGlite and PostgreSQL (TEST_DATABASE_URL)'
  const bin = findPostgresBin()
  if (!bin) return 'PGlite only (no PostgreSQL on this machine)'
  const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  return `PGlite and PostgreSQL ${/[\d.]+/.exec(version)?.[0]} (started for this run)`
}

/**
 * Starts PostgreSQL in a scratch folder, on a free port of 127.0.0.1 with a random password. It stops when `stop` is
 * called or this process ends, even if the process is killed. If TEST_DATABASE_URL is set, returns that URL and starts
 * nothing.
 * @param extra server settings that override the test settings, such as `{ fsync: 'on' }`
 * @throws if this machine has no PostgreSQL, or if it does not accept connections within 30 s
 */
export async function startPostgres(extra: Record<string, string> = {}): Promise<TestPostgres> {
  const externalUrl = process.env.TEST_DATABASE_URL
  if (externalUrl) return { url: externalUrl, stop: async () => {}, deadlocks: () => [] }
  const bin = findPostgresBin()
  if (!bin) throw new Error('no PostgreSQL on this machine: install it or set TEST_DATABASE_URL')
  const user = unprivilegedUser()
  const password = randomBytes(16).toString('hex')
  const folder = initFolder(bin, user, password)
  const port = await freePort()
  const options = Object.entries({ ...testSettings, ...extra, listen_addresses: '127.0.0.1', port: String(port) })
  const args = options.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const guard = spawn('/bin/sh', ['-c', guardScript, 'guard', folder, join(bin, 'postgres'), ...args], {
    ...user,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const exited = new Promise<void>((resolve) => guard.once('exit', () => resolve()))
  const url = `postgres://clinic:${password}@127.0.0.1:${port}/postgres`
  const stop = async () => {
    guard.stdin.end()
    await exited
  }
  try {
    await waitUntilReady(url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop, deadlocks: () => deadlocksIn(readFileSync(join(folder, 'log'), 'utf8')) }
}

// The lines that continue a message begin with a tab.
const deadlockPattern = /^\S.* ERROR: {2}deadlock detected.*\n(?:.* DETAIL: .*\n(?:\t.*\n)*)?/gm

function deadlocksIn(log: string): string[] {
  return [...log.matchAll(deadlockPattern)].map(([text]) => text)
}

// Blocks on stdin until the pipe closes. The operating system closes it even if this process is killed.
const guardScript = `
trap '' INT TERM HUP
folder=$1; shift
"$@" -D "$folder/data" >"$folder/log" 2>&1 &
server=$!
cat >/dev/null
kill -INT $server 2>/dev/null
wait $server
cd / && rm -rf "$folder"
`

function initFolder(bin: string, user: User, password: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-postgres-'))
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user.uid !== undefined && user.gid !== undefined) {
    for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid)
  }
  const args = ['-D', join(folder, 'data'), '-U', 'clinic', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  execFileSync(join(bin, 'initdb'), [...args, '-E', 'UTF8', '--no-locale', '--no-sync', '--no-instructions'], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return folder
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      await client.end().catch(() => {})
      if (Date.now() > deadline) throw new Error('PostgreSQL did not accept connections within 30 s', { cause: error })
      await sleep(50)
    }
  }
}
