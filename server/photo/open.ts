import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/db.ts'
import { photoFolder } from './folder.ts'
import { type HostAnswer, type ImageHost, sendToHost } from './host/host.ts'
import { keepPhoto } from './photo.ts'
import { type Picture, pictureMaker, type Unreadable } from './picture/picture.ts'
import { releasePhoto, upsertForeignPhoto } from './store.ts'
import { startTidying } from './tidy.ts'

type Parts = {
  db: Db
  log: FastifyBaseLogger
  dataDir: string
  publicUrl: string
  origins: string[]
  /** Undefined: photos are stored in the data folder. */
  imageHost: ImageHost | undefined
}

/** `url` is the photo's address in the database. */
export type PhotoOutcome = HostAnswer | { ok: false; reason: Unreadable }

/** Stores and reads photos. Our own have a path in the database and a full address in responses, so that the site can move to another
 *  origin; pictures hosted elsewhere have the same address in both. */
export function openPhotos({ db, log, dataDir, publicUrl, origins, imageHost }: Parts) {
  const folder = photoFolder(dataDir)
  const makePicture = pictureMaker()
  const tidying = startTidying({ db, log, folder })

  const placeHere = (picture: Picture) => async (id: string) => {
    await folder.write(id, picture)
    return { ok: true as const, url: `/image/${id}` }
  }

  return {
    /** Stores the photo in `file`; `tell` is called in the transaction that publishes it. A refused file leaves nothing behind. */
    keep: async (file: Buffer, tell: (tx: Db, url: string) => Promise<void>): Promise<PhotoOutcome> => {
      const picture = await makePicture(file)
      if (typeof picture === 'string') return { ok: false, reason: picture }
      const place = imageHost ? () => sendToHost(imageHost, picture.large) : placeHere(picture)
      return keepPhoto<HostAnswer>(db, place, tell)
    },
    /** Stores a finished picture on this server and returns its address in the database. */
    keepHere: async (picture: Picture): Promise<string> =>
      (await keepPhoto(db, placeHere(picture), async () => undefined)).url,
    /** Reads a photo stored on this server. */
    read: (id: string, size: keyof Picture) => folder.read(id, size),
    /** The address of a photo in responses. */
    onTheWire: (stored: string): string => new URL(stored, publicUrl).href,
    /** The address of a picture in the database: a path for a photo of ours. Undefined for one elsewhere that is not https. */
    stored: (address: string): string | undefined => {
      const { href, origin, protocol } = new URL(address)
      if (origins.includes(origin)) return href.slice(origin.length)
      return protocol === 'https:' ? href : undefined
    },
    /** Lets a doctor of the transaction refer to a picture hosted elsewhere. Does nothing for a photo of ours. */
    admit: async (tx: Db, stored: string): Promise<void> => {
      if (!stored.startsWith('/')) await upsertForeignPhoto(tx, stored)
    },
    /** Releases a doctor's photo. It is deleted by `tidy` after the commit, or within ten minutes. */
    release: (tx: Db, stored: string) => releasePhoto(tx, stored),
    tidy: tidying.wake,
    close: tidying.close,
  }
}
export type Photos = ReturnType<typeof openPhotos>
