import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

/** The secret that signs sessions and tokens when none is configured: made once, readable by its owner only, kept in `dataDir`.
 *  @throws StartError when it can be neither read nor written. */
export function ownSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // The first of two starts writes it; the second finds it there.
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw new StartError(`DATA_DIR "${dataDir}" can't be written: ${error instanceof Error ? error.message : error}`)
    }
  }
  return readFileSync(file, 'utf8')
}
