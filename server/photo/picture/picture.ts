import type { Sharp, SharpOptions } from 'sharp'
import { kindOf } from './kind.ts'
import { takingTurns } from './turns.ts'

/** A photo as it is kept: two squares in WebP, upright, in sRGB, with nothing of the file it came from but what can be seen. */
export type Picture = { large: Buffer; small: Buffer }
/** Why no picture can be made of a file. */
export type Unreadable = 'not-a-photo' | 'heic' | 'too-many-pixels' | 'damaged'

const largeSide = 480
const smallSide = 96
// An AVIF of two kilobytes can have 40 megapixels; read, each takes four times the memory that those of other kinds do, and ten times as long.
const mostPixels = { jpeg: 40_000_000, png: 40_000_000, webp: 40_000_000, avif: 12_000_000 }
// Each can take a third of a gigabyte while it is read.
const atOnce = 2
const patience = { seconds: 20 }
// Of all that sharp can read, only what a photo can be.
const readers = ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`)

/** Makes pictures of uploaded files, a few at a time, on threads of sharp's own; sharp is loaded with the first of them. A file that says
 *  of itself that it is too large is refused before any of it is decoded. */
export function pictureMaker() {
  const inTurn = takingTurns(atOnce)
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
    .timeout(patience)
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
