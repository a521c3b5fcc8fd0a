import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/open.ts'
import { photoFolder } from './folder.ts'
import { type HostAnswer, type ImageHost, sendToHost } from './host.ts'
import { keepPhoto } from './photo.ts'
import { type Picture, pictureMaker, type Unreadable } from './picture/picture.ts'
import { releasePhoto } from './store.ts'
import { startTidying } from './tidy.ts'

type Parts = {
  db: Db
  log: FastifyBaseLogger
  dataDir: string
  publicUrl: string
  origins: string[]
  /** Undefined: photos are kept in the data folder. */
  imageHost: ImageHost | undefined
}

/** `url` is the photo's address as the database has it. */
export type PhotoOutcome = HostAnswer | { ok: false; reason: Unreadable }

/** Where photos are kept and taken from. Those kept here have a path in the database and a whole address on the wire, so that the site can
 *  move to another origin; those of a host have their address in both. */
export function openPhotos({ db, log, dataDir, publicUrl, origins, imageHost }: Parts) {
  const folder = photoFolder(dataDir)
  const makePicture = pictureMaker()
  const tidying = startTidying({ db, log, folder })

  const placeHere = (picture: Picture) => async (id: string) => {
    await folder.write(id, picture)
    return { ok: true as const, url: `/image/${id}` }
  }

  return {
    /** Keeps the photo in `file`; `tell` is called in the transaction that hands it out. Of a file that is refused nothing is written. */
    keep: async (file: Buffer, tell: (tx: Db, url: string) => Promise<void>): Promise<PhotoOutcome> => {
      const picture = await makePicture(file)
      if (typeof picture === 'string') return { ok: false, reason: picture }
      const place = imageHost ? () => sendToHost(imageHost, picture.large) : placeHere(picture)
      return keepPhoto<HostAnswer>(db, place, tell)
    },
    /** Keeps a picture that needs no more work, on this server; gives its address as the database has it. */
    keepHere: async (picture: Picture): Promise<string> =>
      (await keepPhoto(db, placeHere(picture), async () => undefined)).url,
    /** A photo that is kept on this server. */
    read: (id: string, size: keyof Picture) => folder.read(id, size),
    /** The address of a photo as others write it, of one as the database does. */
    onTheWire: (stored: string): string => new URL(stored, publicUrl).href,
    /** And back. */
    stored: (onTheWire: string): string => {
      const origin = origins.find((one) => onTheWire.startsWith(`${one}/`))
      return origin ? onTheWire.slice(origin.length) : onTheWire
    },
    /** Lets a photo go that a doctor had, once `tx` is committed and `tidy` was called, or within ten minutes. */
    release: (tx: Db, stored: string) => releasePhoto(tx, stored),
    tidy: tidying.wake,
    close: tidying.close,
  }
}
export type Photos = ReturnType<typeof openPhotos>
