import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/open.ts'
import { photoFolder } from './folder.ts'
import type { ImageHost } from './host.ts'
import { keepPhoto, type PhotoOutcome } from './photo.ts'
import { type Picture, pictureMaker } from './picture/picture.ts'
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

/** Where photos are kept and taken from. Those kept here have a path in the database and a whole address on the wire, so that the site can
 *  move to another origin; those of a host have their address in both. */
export function openPhotos({ db, log, dataDir, publicUrl, origins, imageHost: host }: Parts) {
  const folder = photoFolder(dataDir)
  const makePicture = pictureMaker()
  const tidying = startTidying({ db, log, folder })

  return {
    /** Keeps the photo in `file`; `tell` is called in the transaction that hands it out. */
    keep: (file: Buffer, tell: (tx: Db, url: string) => Promise<void>): Promise<PhotoOutcome> =>
      keepPhoto({ db, folder, host, makePicture }, file, tell),
    /** A photo that is kept here. */
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
