import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findPostgresBin } from '../scripts/setup/machine/postgres.mjs'
import { freePort } from './free-port.ts'

/** A PostgreSQL that tests and measurements may fill with databases; `stop` ends it and leaves nothing behind. */
export type TestPostgres = { url: string; stop: () => Promise<void> }

// A test's data need not survive a power cut; measurements pass `fsync: 'on'` and the like.
const settings = { max_connections: '200', fsync: 'off', full_page_writes: 'off', unix_socket_directories: '' }

/** Whether `startPostgres` can work here. */
export function hasPostgres(): boolean {
  return Boolean(process.env.TEST_DATABASE_URL) || findPostgresBin() !== undefined
}

/** The engines of a test run, for people: 'PGlite and PostgreSQL 15.18 (started for this run)'. */
export function describeEngines(): string {
  if (process.env.TEST_DATABASE_URL) return 'PGlite and PostgreSQL (TEST_DATABASE_URL)'
  const bin = findPostgresBin()
  if (!bin) return 'PGlite alone (no PostgreSQL on this machine)'
  const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  return `PGlite and PostgreSQL ${/[\d.]+/.exec(version)?.[0]} (started for this run)`
}

/**
 * Starts a PostgreSQL of its own in a scratch folder, on a free port of 127.0.0.1 with a random password, or hands out
 * TEST_DATABASE_URL. It ends when `stop` is called or this process ends, however that happens.
 * @param extra server settings over those for tests, such as `{ fsync: 'on' }`
 */
export async function startPostgres(extra: Record<string, string> = {}): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const bin = findPostgresBin()
  if (!bin) throw new Error('no PostgreSQL: install it, or set TEST_DATABASE_URL')
  const user = serverUser()
  const password = randomBytes(16).toString('hex')
  const folder = prepareFolder(bin, user, password)
  const port = await freePort()
  const options = Object.entries({ ...settings, ...extra, listen_addresses: '127.0.0.1', port: String(port) })
  const args = options.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const guard = spawn('/bin/sh', ['-c', guardScript, 'guard', folder, join(bin, 'postgres'), ...args], {
    ...user,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => guard.once('exit', () => resolve()))
  const url = `postgres://clinic:${password}@127.0.0.1:${port}/postgres`
  const stop = async () => {
    guard.stdin.end()
    await ended
  }
  try {
    await answers(url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

// Reads until its parent closes the pipe, which the operating system does even for a killed parent.
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

function prepareFolder(bin: string, user: { uid?: number; gid?: number }, password: string): string {
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

/** PostgreSQL refuses to run as root. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const name = ['postgres', 'nobody'].find((candidate) => idOf('-u', candidate) !== undefined) ?? 'nobody'
  const [uid, gid] = [idOf('-u', name), idOf('-g', name)]
  return uid === undefined || gid === undefined ? {} : { uid, gid }
}

function idOf(option: '-u' | '-g', name: string): number | undefined {
  try {
    return Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return undefined
  }
}

async function answers(url: string): Promise<void> {
  const until = Date.now() + 30_000
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      await client.end().catch(() => {})
      if (Date.now() > until) throw new Error('the PostgreSQL for tests did not answer within 30 s', { cause: error })
      await sleep(50)
    }
  }
}
