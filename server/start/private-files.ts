import { chmodSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** The server's files and folders in its data folder. */
const ownNames = ['auth-secret', 'db', 'db.lock', 'outbox', 'photos']
const othersMask = 0o077
const stickyBit = 0o1000

/** Makes the server's files readable by its own user only: sets the umask so that new files get mode 0600 and new
 *  folders 0700, and removes wider permissions in `dataDir`. Returns a line for the log if anything was open to others.
 *  Does nothing on Windows, where files have access lists instead of modes: DATA_DIR inherits those of its folder. */
export function keepPrivate(dataDir: string, platform: NodeJS.Platform = process.platform): string | undefined {
  if (platform === 'win32') return undefined
  process.umask(othersMask)
  const folder = resolveFolder(dataDir)
  if (!folder) return undefined
  const paths = [folder, ...ownNames.map((name) => join(folder, name))]
  // A private folder protects everything in it.
  if (!paths.some(isOpen)) return undefined
  try {
    const changed = tighten(folder, ownNames)
    return `DATA_DIR "${dataDir}" was open to other users of this machine: ${changed} of its files and folders are private now`
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `DATA_DIR "${dataDir}" is open to other users of this machine and can't be made private: ${reason}`
  }
}

/** Makes `path` private, and in a folder `names` and everything below them. Returns the number of changes. */
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

// Skips links, whose target may be shared on purpose, and folders such as /tmp, which are for everybody.
function isOpen(path: string) {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats || stats.isSymbolicLink()) return false
  return (stats.mode & othersMask) !== 0 && (stats.mode & stickyBit) === 0
}

// DATA_DIR itself may be a link to the server's folder.
function resolveFolder(path: string) {
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
