import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { StartError } from '#server/config/start-error.ts'
import type { Manifest } from './format/format.ts'
import { readBackup, UnreadableBackup, type Visitor } from './format/read.ts'
import { type Encryption, sealed, unsealed } from './format/seal.ts'

/** Writes a backup to `file`, which must not exist, with mode 0600. Reads it again before it gets its name, so that a
 *  file with that name is complete. Returns what it contains and its size in bytes.
 *  @throws StartError if `file` exists or can't be written */
export async function writeBackupFile(
  file: string,
  text: AsyncIterable<Buffer>,
  encryption: Encryption | undefined,
): Promise<Manifest & { bytes: number }> {
  refuseExisting(file)
  const draft = `${file}.part`
  if (existsSync(draft)) throw new StartError(`${draft} exists: another backup writes it, or was killed; delete it`)
  const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
  try {
    // Otherwise a failure before it is opened removes it first, and it stays.
    await once(output, 'open')
    await pipeline(await sealed(text, encryption), output)
    const manifest = await readBackupFile(draft, encryption?.key)
    const { size } = await stat(draft)
    refuseExisting(file)
    await rename(draft, file)
    return { ...manifest, bytes: size }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Reads a backup to its end and returns what it contains.
 *  @throws StartError if it can't be read or is damaged */
export async function readBackupFile(file: string, key: string | undefined, visitor?: Visitor): Promise<Manifest> {
  try {
    return await readBackup(await unsealed(file, key), visitor)
  } catch (error) {
    if (error instanceof UnreadableBackup) throw new StartError(`${file} ${error.message}`)
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new StartError(`${file} does not exist`)
    }
    throw error
  }
}

function refuseExisting(file: string) {
  if (existsSync(file)) throw new StartError(`${file} exists: choose another name`)
}
