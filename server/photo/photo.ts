import { randomUUID } from 'node:crypto'
import type { Db } from '#server/database/open.ts'
import type { PhotoFolder } from './folder.ts'
import { type HostAnswer, type ImageHost, sendToHost } from './host.ts'
import type { Picture, Unreadable } from './picture/picture.ts'
import { handOutPhoto, insertPhoto, releaseDraft } from './store.ts'

/** What photos are kept with. */
export type PhotoParts = {
  db: Db
  folder: PhotoFolder
  /** Undefined: photos are kept in the folder. */
  host: ImageHost | undefined
  makePicture: (file: Buffer) => Promise<Picture | Unreadable>
}

/** `url` is a path for a photo kept here, and the host's address for one kept there. */
export type PhotoOutcome =
  | { ok: true; url: string }
  | { ok: false; reason: Unreadable }
  | Extract<HostAnswer, { ok: false }>

/** Keeps the photo in `file`. Of a file that is refused nothing is written. `tell` is called with the photo's address in the transaction
 *  that hands it out. @throws when the disk or the database can't take it; what was begun then is tidied away. */
export async function keepPhoto(
  { db, folder, host, makePicture }: PhotoParts,
  file: Buffer,
  tell: (tx: Db, url: string) => Promise<void>,
): Promise<PhotoOutcome> {
  const picture = await makePicture(file)
  if (typeof picture === 'string') return { ok: false, reason: picture }
  const id = randomUUID()
  // The row comes before the files: files without a row would never be missed.
  await insertPhoto(db, id)
  try {
    const kept = host ? await sendToHost(host, picture.large) : await keepHere(folder, id, picture)
    if (!kept.ok) return kept
    await db.transaction(async (tx) => {
      await handOutPhoto(tx, id, kept.url)
      await tell(tx, kept.url)
    })
    return kept
  } finally {
    await releaseDraft(db, id)
  }
}

async function keepHere(folder: PhotoFolder, id: string, picture: Picture) {
  await folder.write(id, picture)
  return { ok: true as const, url: `/image/${id}` }
}
