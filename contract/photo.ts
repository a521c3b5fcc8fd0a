import { z } from 'zod/mini'
import { pictureFocuses, pictureUses } from './clinic-picture.ts'

/** Largest upload, in bytes. */
export const largestPhoto = 8 * 1024 * 1024

/** File types of the browser's file chooser. The server checks the content instead. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/** What a photo is uploaded for; nothing for a doctor's. */
const photoUses = ['logo', ...pictureUses] as const
export type PhotoUse = (typeof photoUses)[number]

/** Query of `POST /image`. The logo and the pictures of public pages are stored on this server, because public pages
 *  load pictures of this site only. `focus` says which part of such a picture stays. */
export const uploadQuery = z.object({
  for: z.optional(z.enum(photoUses, `One of ${photoUses.join(', ')}, or nothing`)),
  focus: z._default(z.enum(pictureFocuses, `One of ${pictureFocuses.join(', ')}`), 'automatic'),
})

export type UploadQuery = z.infer<typeof uploadQuery>

/** Response of `POST /image` in imgbb's format: the URL of the photo. A picture of public pages has the width of its
 *  widest version, in pixels. */
export const photoKept = z.object({
  success: z.literal(true),
  data: z.object({ url: z.url(), width: z.optional(z.number()) }),
})

/** URL of a doctor's picture: absolute, https, without credentials, at most 2,048 characters when encoded. http is
 *  accepted here for photos of this site in development; the server rejects it for other hosts. */
export const pictureAddress = z.string({ error: 'Image is Required' }).check(
  z.trim(),
  z.minLength(1, { error: 'Image is Required', abort: true }),
  z.maxLength(2_048, { error: 'Must be 2048 characters or shorter', abort: true }),
  z.refine(isWebAddress, { error: 'Must be an https address', abort: true }),
  z.refine((text) => new URL(text).href.length <= 2_048, 'Must be 2048 characters or shorter'),
)

/** The same, or empty: no picture. */
export const pictureOrNone = z.union([z.literal(''), pictureAddress], 'Must be an https address, or empty')

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

const ownPhoto = /\/image\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the path of the small version of a photo on this server, or undefined for a picture hosted elsewhere. */
export function smallPhotoPath(url: string): string | undefined {
  const path = ownPhoto.exec(url)?.[0]
  return path && `${path}/small`
}
