import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/db.ts'
import { maxPictureBytes } from '#server/database/schema/doctor.ts'
import { kindOf } from './kind.ts'
import type { Picture } from './picture.ts'
import { importPhoto, listPhotosInFolder } from './store.ts'

/** Imports the photos that an earlier release stored in `dataDir`/photos into the database and keeps the files. Each
 *  photo is one statement, so an interrupted import continues at the next start. Logs one warning for all photos that
 *  can't be read. */
export async function importPhotos(db: Db, dataDir: string, log: FastifyBaseLogger): Promise<void> {
  const folder = join(dataDir, 'photos')
  const unreadable: string[] = []
  for (const id of await listPhotosInFolder(db)) {
    const picture = await readPicture(folder, id)
    if (picture) await importPhoto(db, id, picture)
    else unreadable.push(id)
  }
  if (unreadable.length > 0) log.warn({ photos: unreadable }, `some photos can’t be read in ${folder}`)
}

async function readPicture(folder: string, id: string): Promise<Picture | undefined> {
  const [large, small] = await Promise.all([
    readWebp(join(folder, `${id}.webp`), maxPictureBytes.large),
    readWebp(join(folder, `${id}-small.webp`), maxPictureBytes.small),
  ])
  return large && small && { large, small }
}

async function readWebp(path: string, maxBytes: number) {
  const bytes = await readFile(path).catch(() => undefined)
  return bytes && bytes.length <= maxBytes && kindOf(bytes) === 'webp' ? bytes : undefined
}
