import pLimit from 'p-limit'
import type { Sharp, SharpOptions } from 'sharp'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { kindOf } from './kind.ts'

/** The two sizes of a photo: upright squares in WebP and sRGB, without metadata. */
export type Picture = { large: Buffer; small: Buffer }
/** Reasons why a file can't be converted. */
export type Unreadable = 'not-a-photo' | 'heic' | 'too-many-pixels' | 'damaged'

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

  const make = async (file: Buffer): Promise<Outcome<{ picture: Picture }, Unreadable>> => {
    const kind = kindOf(file)
    if (!kind) return refused('not-a-photo')
    if (kind === 'heic') return refused('heic')
    loading ??= loadSharp()
    const sharp = await loading
    try {
      const options: SharpOptions = { failOn: 'error', limitInputPixels: maxPixels[kind] }
      const { width, height } = await sharp(file, { ...options, limitInputPixels: false }).metadata()
      if (width * height > maxPixels[kind]) return refused('too-many-pixels')
      const { data, info } = await square(sharp(file, options))
      const raw = { raw: { width: info.width, height: info.height, channels: info.channels } }
      const [large, small] = [await toWebp(sharp(data, raw)), await toWebp(sharp(data, raw).resize(smallSide))]
      return { ok: true, picture: { large, small } }
    } catch {
      return refused('damaged')
    }
  }

  return (file: Buffer) => limit(() => make(file))
}

function square(photo: Sharp) {
  return photo
    .autoOrient()
    .resize(largeSide, largeSide, { fit: 'cover', position: 'attention' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .timeout(timeout)
    .raw()
    .toBuffer({ resolveWithObject: true })
}

function toWebp(picture: Sharp) {
  return picture.webp({ quality: 80 }).toBuffer()
}

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: readers })
  sharp.cache(false)
  return sharp
}
