import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { log, SetupError } from './log.mjs'
import { projectPath } from './paths.mjs'

const folder = projectPath('.cache', 'setup.lock')
const pidFile = projectPath('.cache', 'setup.lock', 'pids')
const timeoutMs = 10 * 60_000
// A new lock has no process ids for a moment.
const graceMs = 5_000

/** Runs `work` under a lock that only one setup process of this checkout can hold. Takes over the lock of a killed process.
 *  @throws {SetupError} if another process holds the lock for longer than 10 minutes */
export async function withLock(work) {
  mkdirSync(projectPath('.cache'), { recursive: true })
  const deadline = Date.now() + timeoutMs
  let logged = false
  while (!acquire()) {
    if (removeIfAbandoned()) continue
    if (Date.now() > deadline)
      throw new SetupError(`another setup process has held ${folder} for too long: end it, or remove that folder`)
    if (!logged) log(`waiting for another setup process in this checkout (process ${readPids()[0] ?? 'unknown'})`)
    logged = true
    await sleep(200)
  }
  const release = () => rmSync(folder, { recursive: true, force: true })
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      release()
      process.exit(1)
    })
  }
  try {
    return await work()
  } finally {
    release()
  }
}

/** Keeps the lock while the child process `pid` runs, even if the setup process that started it is killed. */
export function extendLock(pid) {
  appendFileSync(pidFile, `${pid}\n`)
}

function acquire() {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return true
}

function readPids() {
  try {
    return readFileSync(pidFile, 'utf8').split('\n').map(Number).filter(Boolean)
  } catch {
    return []
  }
}

// Renames before it removes: rename is atomic, so only one of several processes takes an abandoned lock.
function removeIfAbandoned() {
  const pids = readPids()
  if (pids.length > 0 ? pids.some(isAlive) : ageMs(folder) < graceMs) return false
  const renamed = `${folder}.${process.pid}`
  try {
    renameSync(folder, renamed)
  } catch {
    return true
  }
  rmSync(renamed, { recursive: true, force: true })
  return true
}

function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return 0
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
