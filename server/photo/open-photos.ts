import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/db.ts'
import { codesOf } from '#server/jobs/queue.ts'
import { importPhotos } from './folder-import.ts'
import { type HostOutcome, type ImageHost, sendToHost } from './image-host.ts'
import { type Picture, pictureMaker, type Unreadable, type Version, type Wanted } from './picture.ts'
import { deleteUnusedPhotos, findPicture, findVersion, insertPhoto, upsertHostedPhoto } from './store.ts'

type Deps = {
  db: Db
  log: FastifyBaseLogger
  dataDir: string
  publicUrl: string
  origins: string[]
  /** Undefined: stores photos in the database. */
  imageHost: ImageHost | undefined
}

/** Result of an upload; `url` is the stored URL. `width` is that of the widest version of a picture of public pages. */
type PhotoOutcome = (HostOutcome & { width?: number | undefined }) | Unreadable

/** `record` is called in the transaction that stores the photo. `isHere`: stores it on this server, whatever the image
 *  host. `site`: it is a picture of the public pages. */
type Upload = { record: (tx: Db, url: string) => Promise<void>; isHere: boolean; site?: Wanted | undefined }

/** Opens the photo service, deletes unused photos and imports those of an earlier release. The stored URL of our own
 *  photos is a path, so that the site can move to another origin; pictures hosted elsewhere have the same URL in the
 *  database and in responses. */
export async function openPhotos({ db, log, dataDir, publicUrl, origins, imageHost }: Deps) {
  const makePicture = pictureMaker()

  const deleteUnused = async () => {
    await deleteUnusedPhotos(db).catch((error) =>
      log.warn(codesOf(error), 'unused photos could not be deleted; trying again later'),
    )
  }
  await deleteUnused()
  await importPhotos(db, dataDir, log)

  const store = async (
    { picture, versions }: { picture: Picture; versions: Version[] },
    { record, isHere, site }: Upload,
  ): Promise<HostOutcome> => {
    const hosted = imageHost && !isHere && (await sendToHost(imageHost, picture.large))
    if (hosted && !hosted.ok) return hosted
    return db.transaction(async (tx) => {
      if (hosted) await upsertHostedPhoto(tx, hosted.url)
      const url = hosted ? hosted.url : await insertPhoto(tx, picture, site && { use: site.use, versions })
      await record(tx, url)
      return { ok: true, url }
    })
  }

  return {
    /** Converts and stores the photo in `file`. Stores nothing of a refused file. */
    upload: async (file: Buffer, upload: Upload): Promise<PhotoOutcome> => {
      const made = await makePicture(file, upload.site)
      if (!made.ok) return made
      const outcome = await store(made, upload)
      await deleteUnused()
      return outcome.ok ? { ...outcome, width: made.versions.at(-1)?.width } : outcome
    },
    /** Returns a photo stored in the database. */
    find: (id: string, size: keyof Picture) => findPicture(db, id, size),
    /** Returns a version of a picture of the public pages. */
    findVersion: (version: Parameters<typeof findVersion>[1]) => findVersion(db, version),
    /** Converts a stored URL to that of responses; no picture is empty in both. */
    toPublicUrl: (stored: string): string => stored && new URL(stored, publicUrl).href,
    /** Converts a URL to a stored one. Returns undefined for one of another origin without https. */
    toStoredUrl: (url: string): string | undefined => {
      const { href, origin, protocol } = new URL(url)
      if (origins.includes(origin)) return href.slice(origin.length)
      return protocol === 'https:' ? href : undefined
    },
    /** Deletes unused photos. Logs a failure instead of throwing it. */
    deleteUnused,
  }
}
export type Photos = Awaited<ReturnType<typeof openPhotos>>
