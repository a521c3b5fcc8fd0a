import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

/** Returns the secret that signs sessions and tokens if none is configured. Generates it once, in a file in `dataDir`
 *  with mode 0600.
 *  @throws StartError if the file can be neither read nor written, or is empty */
export function loadSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // Of two concurrent starts, the first creates the file and the second reads it.
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // A full disk takes the name of a file, and not its contents.
    if (code === 'ENOSPC') rmSync(file, { force: true })
    if (code !== 'EEXIST') {
      throw new StartError(`DATA_DIR "${dataDir}" can't be written: ${error instanceof Error ? error.message : error}`)
    }
  }
  const secret = readFileSync(file, 'utf8')
  if (secret === '') throw new StartError(`The secret in ${file} is empty: remove the file, or restore it from a copy`)
  return secret
}
