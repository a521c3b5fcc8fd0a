import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { inProject } from './places.mjs'
import { SetupError, say } from './say.mjs'

const folder = inProject('.cache', 'setup.lock')
const holders = inProject('.cache', 'setup.lock', 'pids')
const patience = 10 * 60_000

/** Runs `work` while no other set-up of this checkout works; a lock left by a killed one is taken over. */
export async function withLock(work) {
  mkdirSync(inProject('.cache'), { recursive: true })
  const until = Date.now() + patience
  let told = false
  while (!take()) {
    if (dropIfAbandoned()) continue
    if (Date.now() > until)
      throw new SetupError(`another set-up has held ${folder} for too long: end it, or remove that folder`)
    if (!told) say(`waiting for another set-up of this checkout (process ${holding()[0] ?? 'unknown'})`)
    told = true
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

/** Lets the lock stand while `pid` lives, even if the set-up that started it is killed. */
export function holdFor(pid) {
  appendFileSync(holders, `${pid}\n`)
}

function take() {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  writeFileSync(holders, `${process.pid}\n`)
  return true
}

function holding() {
  try {
    return readFileSync(holders, 'utf8').split('\n').map(Number).filter(Boolean)
  } catch {
    return []
  }
}

/** Renames before it removes: of two that find the same dead lock only one gets it. */
function dropIfAbandoned() {
  const pids = holding()
  if (pids.length > 0 ? pids.some(isAlive) : ageOf(folder) < 5000) return false
  const grave = `${folder}.${process.pid}`
  try {
    renameSync(folder, grave)
  } catch {
    return true
  }
  rmSync(grave, { recursive: true, force: true })
  return true
}

function ageOf(path) {
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
