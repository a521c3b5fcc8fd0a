import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { log, SetupError } from './log.mjs'
import { projectPath } from './paths.mjs'

const lock = projectPath('.cache', 'setup-running')
const timeoutMs = 10 * 60_000

/** Runs `work` under a lock that only one setup process of this checkout can hold: two installs at once break one
 *  another, and several tests ask for the pages at once. Takes over the lock of a killed process.
 *  @throws {SetupError} if another process holds the lock for longer than 10 minutes */
export async function withLock(work) {
  mkdirSync(projectPath('.cache'), { recursive: true })
  const deadline = Date.now() + timeoutMs
  for (let tries = 0; !acquire(); tries += 1) {
    const pids = readPids()
    if (tries === 0) log(`waiting for another setup process in this checkout (process ${pids[0]})`)
    if (Date.now() > deadline) throw new SetupError(`${lock} has been there for too long: remove it`)
    if (pids.length > 0 && !pids.some(isAlive)) release()
    else await sleep(200)
  }
  process.once('exit', release)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** Keeps the lock while the child process `pid` runs, even if the setup process that started it is killed. */
export function extendLock(pid) {
  appendFileSync(lock, `${pid}\n`)
}

function acquire() {
  try {
    writeFileSync(lock, `${process.pid}\n`, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function release() {
  rmSync(lock, { force: true })
}

function readPids() {
  try {
    return readFileSync(lock, 'utf8').split('\n').map(Number).filter(Boolean)
  } catch {
    // Released meanwhile.
    return []
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
