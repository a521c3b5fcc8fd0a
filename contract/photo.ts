import { z } from 'zod'

/** The largest photo that is taken, in bytes. */
export const largestPhoto = 8 * 1024 * 1024

/** What kind of file a photo may be, for the browser's file chooser; the server goes by what is in the file. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/** Answer of `POST /image`, the one that imgbb gives: where the photo is, as others may write it into a page. */
export const photoKept = z.object({ success: z.literal(true), data: z.object({ url: z.url() }) })

const own = /\/image\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The path of a photo that is kept on this server, in the size for lists; undefined for one that is kept elsewhere. */
export function smallPhotoPath(url: string): string | undefined {
  const path = own.exec(url)?.[0]
  return path && `${path}/small`
}
