import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/db.ts'
import { importPhotos } from './folder-import.ts'
import { type HostAnswer, type ImageHost, sendToHost } from './host/host.ts'
import { type Picture, pictureMaker, type Unreadable } from './picture/picture.ts'
import {
  deleteUnusedPhotos,
  findPicture,
  insertPhoto,
  releasePhoto,
  upsertForeignPhoto,
  upsertHostedPhoto,
} from './store.ts'

type Deps = {
  db: Db
  log: FastifyBaseLogger
  dataDir: string
  publicUrl: string
  origins: string[]
  /** Undefined: photos are stored in the database. */
  imageHost: ImageHost | undefined
}

/** `url` is the photo's address in the database. */
export type PhotoOutcome = HostAnswer | { ok: false; reason: Unreadable }

/** Stores and reads photos. Our own have a path in the database and a full address in responses, so that the site can move to another
 *  origin; pictures hosted elsewhere have the same address in both. Opening deletes unused photos and imports those of an earlier
 *  release. */
export async function openPhotos({ db, log, dataDir, publicUrl, origins, imageHost }: Deps) {
  const makePicture = pictureMaker()

  const deleteUnused = async () => {
    await deleteUnusedPhotos(db).catch((error) =>
      log.warn({ code: codeOf(error) }, 'unused photos could not be deleted; trying again later'),
    )
  }
  await deleteUnused()
  await importPhotos(db, dataDir, log)

  const store = async (picture: Picture, record: (tx: Db, url: string) => Promise<void>): Promise<HostAnswer> => {
    const hosted = imageHost && (await sendToHost(imageHost, picture.large))
    if (hosted && !hosted.ok) return hosted
    const url = await db.transaction(async (tx) => {
      if (hosted) await upsertHostedPhoto(tx, hosted.url)
      const address = hosted ? hosted.url : await insertPhoto(tx, picture)
      await record(tx, address)
      return address
    })
    return { ok: true, url }
  }

  return {
    /** Stores the photo in `file`; `record` is called in the transaction that inserts it. A refused file leaves nothing behind. */
    upload: async (file: Buffer, record: (tx: Db, url: string) => Promise<void>): Promise<PhotoOutcome> => {
      const picture = await makePicture(file)
      if (typeof picture === 'string') return { ok: false, reason: picture }
      const outcome = await store(picture, record)
      await deleteUnused()
      return outcome
    },
    /** Stores a finished picture in the database and returns its address there. */
    insert: (picture: Picture): Promise<string> => insertPhoto(db, picture),
    /** Reads a photo stored here. */
    find: (id: string, size: keyof Picture) => findPicture(db, id, size),
    /** The address of a photo in responses. */
    toPublicUrl: (stored: string): string => new URL(stored, publicUrl).href,
    /** The address of a picture in the database: a path for a photo of ours. Undefined for one elsewhere that is not https. */
    toStoredUrl: (address: string): string | undefined => {
      const { href, origin, protocol } = new URL(address)
      if (origins.includes(origin)) return href.slice(origin.length)
      return protocol === 'https:' ? href : undefined
    },
    /** Lets a doctor of the transaction refer to a picture hosted elsewhere. Does nothing for a photo of ours. */
    ensure: async (tx: Db, stored: string): Promise<void> => {
      if (!stored.startsWith('/')) await upsertForeignPhoto(tx, stored)
    },
    /** Releases a doctor's photo. `deleteUnused` deletes it after the commit, or else the next upload or start. */
    release: (tx: Db, stored: string) => releasePhoto(tx, stored),
    /** Deletes unused photos. Never rejects: what fails is logged. */
    deleteUnused,
  }
}
export type Photos = Awaited<ReturnType<typeof openPhotos>>

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  if (error.cause) return codeOf(error.cause)
  return 'code' in error ? error.code : undefined
}
