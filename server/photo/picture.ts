import pLimit from 'p-limit'
import type { OutputInfo, Sharp, SharpOptions } from 'sharp'
import type { PictureFocus, PictureUse } from '#contract/clinic-picture.ts'
import { type Refused, refused } from '#contract/kit/outcome.ts'
import { pictureHeight, pictureShapes } from '#contract/picture-shapes.ts'
import { kindOf } from './kind.ts'

/** The two sizes of a photo: upright squares in WebP and sRGB, without metadata. */
export type Picture = { large: Buffer; small: Buffer }
/** One width, in pixels, of a picture of the public pages. */
export type Version = { width: number; avif: Buffer; webp: Buffer }
/** What to make of a photo: the versions of a picture of public pages, cropped to its proportions, and the squares. */
export type Wanted = { use: PictureUse; focus: PictureFocus }
/** Reasons why a file can't be converted. */
export type Unreadable =
  | Refused<'not-a-photo' | 'heic' | 'too-many-pixels' | 'damaged'>
  | Refused<'too-small', { use: PictureUse }>

type SharpModule = Awaited<ReturnType<typeof loadSharp>>
type Made = { ok: true; picture: Picture; versions: Version[] } | Unreadable

const largeSide = 480
const smallSide = 96
// An AVIF of two kilobytes can have 40 megapixels; decoding it takes four times the memory of other formats, and ten
// times as long.
const maxPixels = { jpeg: 40_000_000, png: 40_000_000, webp: 40_000_000, avif: 12_000_000 }
// Decoding a photo can take a third of a gigabyte.
const concurrency = 2
const timeout = { seconds: 20 }
// The decoders that photos need; all others are blocked.
const readers = ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`)

/** Returns a function that converts uploaded files to pictures, two at a time, on sharp's own threads. It checks the
 *  size in the file's header before it decodes any pixels. */
export function pictureMaker() {
  const limit = pLimit(concurrency)
  let loading: ReturnType<typeof loadSharp> | undefined

  const make = async (file: Buffer, wanted?: Wanted): Promise<Made> => {
    const kind = kindOf(file)
    if (!kind) return refused('not-a-photo')
    if (kind === 'heic') return refused('heic')
    loading ??= loadSharp()
    const sharp = await loading
    try {
      const options: SharpOptions = { failOn: 'error', limitInputPixels: maxPixels[kind] }
      const { width, height, autoOrient } = await sharp(file, { ...options, limitInputPixels: false }).metadata()
      if (width * height > maxPixels[kind]) return refused('too-many-pixels')
      const versions = wanted ? await versionsOf(sharp, sharp(file, options), wanted, autoOrient) : []
      if (wanted && versions.length === 0) return { ...refused('too-small'), use: wanted.use }
      const { data, info } = await square(sharp(file, options))
      const raw = rawOf(info)
      const [large, small] = [await toWebp(sharp(data, raw)), await toWebp(sharp(data, raw).resize(smallSide))]
      return { ok: true, picture: { large, small }, versions }
    } catch {
      return refused('damaged')
    }
  }

  return (file: Buffer, wanted?: Wanted) => limit(() => make(file, wanted))
}

const positions = { automatic: 'attention', start: 'northwest', middle: 'centre', end: 'southeast' } as const

// More effort takes ten times as long for a tenth fewer bytes.
const avif = { quality: 50, effort: 1 }

// A width is made only if the photo, upright, has as many pixels. The photo is decoded once, at the largest of them.
async function versionsOf(
  sharp: SharpModule,
  photo: Sharp,
  { use, focus }: Wanted,
  size: { width: number; height: number },
): Promise<Version[]> {
  const widths = pictureShapes[use].widths.filter(
    (width) => width <= size.width && pictureHeight(use, width) <= size.height,
  )
  const widest = widths.at(-1)
  if (widest === undefined) return []
  const position = positions[focus]
  const crop = flat(photo.autoOrient().resize(widest, pictureHeight(use, widest), { fit: 'cover', position }))
  const { data, info } = await crop.raw().toBuffer({ resolveWithObject: true })
  const versions: Version[] = []
  for (const width of widths) {
    const pixels = sharp(data, rawOf(info)).resize(width)
    const encoded = await pixels.clone().avif(avif).timeout(timeout).toBuffer()
    versions.push({ width, avif: encoded, webp: await toWebp(pixels, 74) })
  }
  return versions
}

function square(photo: Sharp) {
  return flat(photo.autoOrient().resize(largeSide, largeSide, { fit: 'cover', position: 'attention' }))
    .raw()
    .toBuffer({ resolveWithObject: true })
}

function rawOf({ width, height, channels }: OutputInfo) {
  return { raw: { width, height, channels } }
}

function flat(picture: Sharp) {
  return picture.flatten({ background: '#ffffff' }).toColourspace('srgb').timeout(timeout)
}

function toWebp(picture: Sharp, quality = 80) {
  return picture.webp({ quality }).toBuffer()
}

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: readers })
  sharp.cache(false)
  return sharp
}
