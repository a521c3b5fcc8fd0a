import pLimit from 'p-limit'
import type { Sharp, SharpOptions } from 'sharp'
import { kindOf } from './kind.ts'

/** A stored photo: two upright squares in WebP and sRGB, without the file's metadata. */
export type Picture = { large: Buffer; small: Buffer }
/** Why a file can't become a picture. */
export type Unreadable = 'not-a-photo' | 'heic' | 'too-many-pixels' | 'damaged'

const largeSide = 480
const smallSide = 96
// An AVIF of two kilobytes can have 40 megapixels; decoding it takes four times the memory of other formats, and ten times as long.
const mostPixels = { jpeg: 40_000_000, png: 40_000_000, webp: 40_000_000, avif: 12_000_000 }
// Decoding one can take a third of a gigabyte.
const atOnce = 2
const timeout = { seconds: 20 }
// The decoders of photos, out of all that sharp has.
const readers = ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`)

/** Makes pictures of uploaded files, a few at a time, on sharp's own threads. The first one loads sharp. The size in a file's header is
 *  checked before anything is decoded. */
export function pictureMaker() {
  const inTurn = pLimit(atOnce)
  let loading: ReturnType<typeof loadSharp> | undefined

  const make = async (file: Buffer): Promise<Picture | Unreadable> => {
    const kind = kindOf(file)
    if (!kind) return 'not-a-photo'
    if (kind === 'heic') return 'heic'
    loading ??= loadSharp()
    const sharp = await loading
    try {
      const options: SharpOptions = { failOn: 'error', limitInputPixels: mostPixels[kind] }
      const { width, height } = await sharp(file, { ...options, limitInputPixels: false }).metadata()
      if (width * height > mostPixels[kind]) return 'too-many-pixels'
      const { data, info } = await square(sharp(file, options))
      const raw = { raw: { width: info.width, height: info.height, channels: info.channels } }
      return {
        large: await toWebp(sharp(data, raw)),
        small: await toWebp(sharp(data, raw).resize(smallSide)),
      }
    } catch {
      return 'damaged'
    }
  }

  return (file: Buffer) => inTurn(() => make(file))
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
