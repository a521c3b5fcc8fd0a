import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#server/config/start-error.ts'

/** Another process uses the embedded database. */
export class FolderInUse extends StartError {}

/** Locks the embedded database in `dataDir` for this process. Returns a function that releases the lock. The lock is
 *  SQLite's write lock on a small file, so the kernel releases it whenever the process ends (docs/decisions/0003).
 *  @throws FolderInUse if another process holds the lock, StartError if the folder can't be written */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'db.lock')
  const lock = open(dataDir, file)
  try {
    lock.exec('CREATE TABLE IF NOT EXISTS holder (pid INTEGER)')
    lock.exec(
      `BEGIN IMMEDIATE; DELETE FROM holder; INSERT INTO holder VALUES (${process.pid}); COMMIT; BEGIN IMMEDIATE`,
    )
  } catch (error) {
    const pid = isBusy(error) ? holderOf(lock) : undefined
    lock.close()
    if (!isBusy(error)) throw unwritable(dataDir, error)
    throw new FolderInUse(
      `The embedded database in ${dataDir} is in use by another process${pid ? ` (${pid})` : ''}: stop that one, or choose another DATA_DIR`,
    )
  }
  return () => lock.close()
}

function open(dataDir: string, file: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // SQLite does not say why it can't open a file.
    accessSync(dataDir, constants.W_OK)
    return new DatabaseSync(file)
  } catch (error) {
    throw unwritable(dataDir, error)
  }
}

function holderOf(lock: DatabaseSync) {
  try {
    return lock.prepare('SELECT pid FROM holder').get()?.pid
  } catch {
    return undefined
  }
}

// https://www.sqlite.org/rescode.html#busy
function isBusy(error: unknown) {
  return error instanceof Error && 'errcode' in error && error.errcode === 5
}

function unwritable(dataDir: string, error: unknown) {
  const reason = error instanceof Error ? error.message : String(error)
  return new StartError(`DATA_DIR "${dataDir}" can't be written: ${reason}`)
}
