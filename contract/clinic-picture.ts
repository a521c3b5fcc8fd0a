import { z } from 'zod/mini'
import { plainText } from './kit/text/plain-text.ts'

/** What a picture of the public pages is made for. */
export const pictureUses = ['hero', 'service', 'team', 'map', 'review'] as const
export type PictureUse = (typeof pictureUses)[number]

/** The part of a picture that stays when it is cropped: what stands out, or its left or upper part, middle, or right
 *  or lower part. */
export const pictureFocuses = ['automatic', 'start', 'middle', 'end'] as const
export type PictureFocus = (typeof pictureFocuses)[number]

/** The address of an uploaded picture. */
export const uploadedPicture = z.string('The address of a picture').check(z.maxLength(2_048, 'A shorter address'))

/** A picture of the public pages, with what it shows in words, for those who don't see it. */
export const describedPicture = z.object({
  url: uploadedPicture,
  alt: plainText('Say what the picture shows', 200),
})

/** A picture in responses. `width` is that of its widest version, in pixels. */
export const shownPicture = z.object({ url: z.string(), alt: z.string(), width: z.number() })
export type ShownPicture = z.infer<typeof shownPicture>
