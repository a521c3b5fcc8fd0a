import { chmodSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** What the server keeps in its data folder. */
const ownNames = ['auth-secret', 'db', 'db.lock', 'outbox', 'photos']
const forOthers = 0o077
const sticky = 0o1000

/** Keeps what the server writes from its own user only: new files get mode 0600 and new folders 0700, and what `dataDir` already has is
 *  tightened to that. Returns a line for the log when anything was open to others. */
export function keepPrivate(dataDir: string): string | undefined {
  process.umask(forOthers)
  const folder = folderAt(dataDir)
  if (!folder) return undefined
  const places = [folder, ...ownNames.map((name) => join(folder, name))]
  // Behind a closed folder nothing needs to be looked for.
  if (!places.some(isOpen)) return undefined
  try {
    const changed = tighten(folder, ownNames)
    return `DATA_DIR "${dataDir}" was open to other users of this machine: ${changed} of its files and folders are private now`
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `DATA_DIR "${dataDir}" is open to other users of this machine and can't be made private: ${reason}`
  }
}

/** Tightens `path` and, in a folder, `names` and everything below. Returns how many changed. */
function tighten(path: string, names?: string[]): number {
  const { mode = 0 } = lstatSync(path, { throwIfNoEntry: false }) ?? {}
  let changed = 0
  if (isOpen(path)) {
    chmodSync(path, mode & 0o700)
    changed += 1
  }
  if (!isFolder(path)) return changed
  for (const name of names ?? readdirSync(path)) changed += tighten(join(path, name))
  return changed
}

// A link may lead to what is shared on purpose, and a folder such as /tmp belongs to everybody.
function isOpen(path: string) {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return false
  return (found.mode & forOthers) !== 0 && (found.mode & sticky) === 0
}

// DATA_DIR itself may be a link: the folder that it leads to is the server's.
function folderAt(path: string) {
  try {
    const real = realpathSync(path)
    return isFolder(real) ? real : undefined
  } catch {
    return undefined
  }
}

function isFolder(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    return false
  }
}
