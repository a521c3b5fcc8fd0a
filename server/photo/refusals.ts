import type { Refused } from '#contract/kit/outcome.ts'
import { pictureHeight, pictureShapes } from '#contract/picture-shapes.ts'
import type { Refusals } from '#server/http/refusal.ts'
import type { HostRefusal } from './image-host.ts'
import type { Unreadable } from './picture.ts'
import type { NoImage } from './upload.ts'

/** Why a photo is not kept. */
export type PhotoRefusal = Refused<NoImage | 'too-many'> | Unreadable | HostRefusal

/** The answers to a photo that is not kept. */
export const photoRefusals: Refusals<PhotoRefusal> = {
  none: { field: 'image', status: 400, sentence: 'Image is Required' },
  several: { field: 'image', status: 400, sentence: 'Only one photo at a time can be added.' },
  torn: { field: 'image', status: 400, sentence: 'The upload was interrupted. Please try again.' },
  'too-large': {
    field: 'image',
    status: 413,
    sentence: 'This photo is larger than 8 MB. Please choose a smaller one.',
  },
  'too-many': {
    field: 'image',
    status: 503,
    sentence: 'Many photos are being added right now. Please try again in a moment.',
  },
  'not-a-photo': {
    field: 'image',
    status: 400,
    sentence: 'This file is not a photo. Please choose a JPEG, PNG, WebP or AVIF.',
  },
  heic: {
    field: 'image',
    status: 400,
    sentence:
      'We can’t read this photo’s format (HEIC). On an iPhone choose “Most Compatible” in Settings, Camera, Formats, and take it again; or send it as a JPEG.',
  },
  'too-many-pixels': {
    field: 'image',
    status: 400,
    sentence: 'This photo has too many pixels. Please choose one of at most 40 megapixels, or 12 in an AVIF.',
  },
  'too-small': {
    field: 'image',
    status: 400,
    sentence: ({ use }) => {
      const [width] = pictureShapes[use].widths
      return `This picture is too small. Please choose one of at least ${width} × ${pictureHeight(use, width)} pixels.`
    },
  },
  damaged: { field: 'image', status: 400, sentence: 'This photo is damaged or incomplete. Please choose another one.' },
  broken: { field: 'image', status: 502, sentence: 'Our image host refused this photo. Please try again later.' },
  unreachable: {
    field: 'image',
    status: 503,
    sentence: 'Our image host can’t be reached. Please try again in a minute.',
  },
}
