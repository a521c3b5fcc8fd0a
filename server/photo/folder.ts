import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Picture } from './picture/picture.ts'

/** Photos as files in one folder, two per photo, named after its id. Ids are UUIDs, so a name can't lead out of the folder. */
export type PhotoFolder = ReturnType<typeof photoFolder>

/** The folder `photos` in the data folder, created with the first photo. */
export function photoFolder(dataDir: string) {
  const folder = join(dataDir, 'photos')
  const fileOf = (id: string, size: keyof Picture) => join(folder, size === 'large' ? `${id}.webp` : `${id}-small.webp`)

  return {
    /** Writes both files; readers see none or a complete one. @throws when the disk refuses. */
    write: async (id: string, { large, small }: Picture): Promise<void> => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = join(folder, `.${randomUUID()}`)
      try {
        await writeWhole(draft, small)
        await rename(draft, fileOf(id, 'small'))
        await writeWhole(draft, large)
        await rename(draft, fileOf(id, 'large'))
      } finally {
        await rm(draft, { force: true })
      }
    },
    /** Undefined when there is no such photo. */
    read: (id: string, size: keyof Picture): Promise<Buffer | undefined> =>
      readFile(fileOf(id, size)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    /** Deletes both files, if they exist. */
    remove: async (id: string): Promise<void> => {
      await rm(fileOf(id, 'large'), { force: true })
      await rm(fileOf(id, 'small'), { force: true })
    },
  }
}

async function writeWhole(path: string, bytes: Buffer) {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
