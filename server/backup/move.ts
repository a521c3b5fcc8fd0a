import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#server/config/start-error.ts'
import type { WithSession } from '#server/database/session/session.ts'
import { backupOf } from './backup.ts'
import { type Checksum, checksumOf, fixTextForms } from './catalog.ts'
import { writeBackupFile } from './file.ts'
import { nameOf } from './format/format.ts'
import { type Restore, restore } from './restore/restore.ts'

/** A table on both sides. */
export type Comparison = { table: string; source: Checksum; target: Checksum }

/** Copies a database to another one that has no data, compares all rows of both and leaves the first one as it is. Puts
 *  a backup into `folder` meanwhile, encrypted with a key that only this process has. Calls `onCompared` before the
 *  copy becomes visible.
 *  @throws StartError if anything differs or the target can't be used; then it is as it was */
export async function move(
  source: WithSession,
  destination: WithSession,
  {
    folder,
    onCompared,
    ...options
  }: Omit<Restore, 'file' | 'key' | 'onLoaded'> & { folder: string; onCompared: (tables: Comparison[]) => void },
): Promise<void> {
  const file = join(folder, 'move.backup')
  // A random key needs no expensive derivation.
  const encryption = { key: randomBytes(32).toString('base64url'), cost: 4 }
  await rm(file, { force: true })
  await rm(`${file}.part`, { force: true })
  await source(async (from) => {
    try {
      await writeBackupFile(file, backupOf(from, options.migrations), encryption)
      await from.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
      await fixTextForms(from)
      await destination((to) =>
        restore(to, {
          ...options,
          file,
          key: encryption.key,
          onLoaded: async (_session, { tables }) => {
            const compared: Comparison[] = []
            for (const table of tables) {
              const checksums = { source: await checksumOf(from, table), target: await checksumOf(to, table) }
              compared.push({ table: nameOf(table), ...checksums })
            }
            onCompared(compared)
            if (!compared.every(isEqual)) throw new StartError('The copy differs: nothing was moved')
          },
        }),
      )
    } finally {
      await rm(file, { force: true })
    }
  })
}

/** Tells whether both sides have the same rows. */
export function isEqual({ source, target }: Comparison): boolean {
  return source.rows === target.rows && source.checksum === target.checksum
}
