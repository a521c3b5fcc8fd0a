import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { expect, it, vi } from 'vitest'
import { refused } from '#contract/kit/outcome.ts'
import { maxPictureBytes } from '#server/database/schema/doctor.ts'
import { kindOf } from './kind.ts'
import { pictureMaker } from './picture.ts'

// Converting pictures can take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const make = pictureMaker()

/** Returns a picture that is red on the left and blue on the right, a little wider than high. */
function twoHalves() {
  const red = { create: { width: 300, height: 500, channels: 3 as const, background: '#e01010' } }
  return sharp({ create: { width: 600, height: 500, channels: 3, background: '#1010e0' } }).composite([
    { input: red, left: 0, top: 0 },
  ])
}

const exif = {
  IFD0: { Make: 'Camera', Copyright: 'Ann Secret' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 40/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '12/1 34/1 0/1' },
}

async function picture(file: Buffer) {
  const made = await make(file)
  if (!made.ok) throw new Error(`refused as ${made.reason}`)
  return made.picture
}

async function colourAt(file: Buffer, left: number, top: number) {
  const data = await sharp(file).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  const [red = 0, , blue = 0] = data
  return red > blue ? 'red' : 'blue'
}

it('makes two squares of a photo without its metadata', async () => {
  const photo = await twoHalves().withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const before = await sharp(photo).metadata()
  expect(before.orientation).toBe(6)
  expect(before.exif?.toString('latin1')).toContain('Ann Secret')
  const { large, small } = await picture(photo)
  for (const [file, side] of [
    [large, 480],
    [small, 96],
  ] as const) {
    const { exif, icc, xmp, iptc, ...after } = await sharp(file).metadata()
    expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined])
    expect(after).toMatchObject({ format: 'webp', width: side, height: side, space: 'srgb' })
    expect(file.toString('latin1')).not.toMatch(/Exif|EXIF|GPS|Secret/)
  }
})

it.each([
  [1, 'red', 'blue'],
  [3, 'blue', 'red'],
] as const)('rotates a photo with orientation %i upright', async (orientation, left, right) => {
  const photo = await twoHalves().withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
  const { large, small } = await picture(photo)
  expect([await colourAt(large, 20, 240), await colourAt(large, 460, 240)]).toEqual([left, right])
  expect([await colourAt(small, 4, 48), await colourAt(small, 92, 48)]).toEqual([left, right])
})

it('rotates a photo with orientation 6 upright', async () => {
  const photo = await twoHalves().withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer()
  const { large } = await picture(photo)
  expect([await colourAt(large, 240, 20), await colourAt(large, 240, 460)]).toEqual(['red', 'blue'])
})

it.each(['png', 'webp', 'avif', 'jpeg'] as const)('reads %s', async (format) => {
  const photo = await twoHalves()[format]().toBuffer()
  expect(kindOf(photo)).toBe(format)
  expect((await sharp((await picture(photo)).large).metadata()).width).toBe(480)
})

it('replaces transparency with white and converts CMYK colors', async () => {
  const transparent = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
  expect([
    ...(
      await sharp((await picture(transparent)).small)
        .raw()
        .toBuffer()
    ).subarray(0, 3),
  ]).toEqual([255, 255, 255])
  const print = await twoHalves().toColourspace('cmyk').jpeg().toBuffer()
  expect(await sharp((await picture(print)).large).metadata()).toMatchObject({ space: 'srgb', channels: 3 })
})

it('converts the colors of a photo with a wider gamut', async () => {
  const colour = { r: 200, g: 40, b: 60 }
  const photo = await sharp({ create: { width: 99, height: 99, channels: 3, background: colour } })
    .withIccProfile('p3')
    .jpeg({ quality: 100 })
    .toBuffer()
  const [red = 0, green = 0] = await sharp((await picture(photo)).large)
    .raw()
    .toBuffer()
  expect(Math.abs(red - colour.r) + Math.abs(green - colour.g)).toBeLessThan(12)
})

it.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a PDF', '%PDF-1.7\n1 0 obj\n'],
  ['a GIF that is also a script', 'GIF89a/*\x01\x00\x01\x00*/=1;alert(1)'],
  ['a TIFF', 'II*\x00\x08\x00\x00\x00'],
  ['a text of one character', 'x'],
  ['an empty file', ''],
])('refuses %s by its content', async (_name, text) => {
  expect(await make(Buffer.from(text, 'latin1'))).toEqual(refused('not-a-photo'))
})

it('converts two files at a time and continues after a damaged one', async () => {
  const file = await sharp({ create: { width: 2_000, height: 1_500, channels: 3, background: '#d02020' } })
    .jpeg()
    .toBuffer()
  const { toBuffer } = sharp.prototype
  let running = 0
  let most = 0
  const counting = vi.spyOn(sharp.prototype, 'toBuffer').mockImplementation(async function (this: Sharp, ...options) {
    running += 1
    most = Math.max(most, running)
    try {
      return await toBuffer.apply(this, options)
    } finally {
      running -= 1
    }
  })
  const files = [file, file, file.subarray(0, 600), file, file, file]
  const made = await Promise.all(files.map((each) => make(each)))
  counting.mockRestore()
  expect(made.map(({ ok }) => ok)).toEqual([true, true, false, true, true, true])
  expect(most).toBe(2)
})

it('makes pictures within the database’s size limit, even of noise', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 255 } as const
  const { large, small } = await picture(
    await sharp({ create: { width: 480, height: 480, channels: 3, background: '#000', noise } })
      .png()
      .toBuffer(),
  )
  expect(large.length).toBeGreaterThan(maxPictureBytes.large / 2)
  expect(large.length).toBeLessThan(maxPictureBytes.large)
  expect(small.length).toBeLessThan(maxPictureBytes.small)
})

it('blocks every decoder that photos do not need', async () => {
  await picture(await twoHalves().jpeg().toBuffer())
  for (const file of ['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'GIF89a\x01\0\x01\0\0\0\0;']) {
    await expect(sharp(Buffer.from(file, 'latin1')).metadata()).rejects.toThrow(/unsupported image format/)
  }
})

it('distinguishes HEIC from AVIF', async () => {
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  expect(await make(heic)).toEqual(refused('heic'))
  expect(kindOf(Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1avif', 'latin1'))).toBe('avif')
})

it.each(['jpeg', 'png', 'webp', 'avif'] as const)('refuses a truncated %s', async (format) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const photo = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#000', noise } })
    [format]()
    .toBuffer()
  expect(await make(photo.subarray(0, Math.floor(photo.length * 0.6)))).toEqual(refused('damaged'))
  expect(await make(Buffer.concat([photo.subarray(0, 40), Buffer.alloc(2_000, 7)]))).toEqual(refused('damaged'))
})

it('refuses 50,000 by 50,000 pixels by the header', async () => {
  const before = process.memoryUsage().rss
  expect(await make(png(50_000, 50_000))).toEqual(refused('too-many-pixels'))
  expect(await make(jpegHeader(50_000, 50_000))).toEqual(refused('too-many-pixels'))
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
})

it('refuses an AVIF of more than 12 megapixels by the header', async () => {
  const photo = await twoHalves().avif({ effort: 0 }).toBuffer()
  const size = photo.indexOf('ispe') + 8
  photo.writeUInt32BE(4_001, size)
  photo.writeUInt32BE(3_000, size + 4)
  expect(await make(photo)).toEqual(refused('too-many-pixels'))
})

it('refuses a small PNG that unpacks to hundreds of megabytes', async () => {
  const bomb = png(6_000, 6_000, [
    'zTXt',
    Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(200_000_000))]),
  ])
  const before = process.memoryUsage().rss
  expect(await make(bomb)).toEqual(refused('damaged'))
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
})

/** Returns a PNG whose header declares a size, without pixels. */
function png(width: number, height: number, ...more: [string, Buffer][]) {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2], 8)
  const chunks: [string, Buffer][] = [
    ['IHDR', size],
    ...more,
    ['IDAT', deflateSync(Buffer.alloc(10))],
    ['IEND', Buffer.alloc(0)],
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks.map(chunk)])
}

function chunk([name, data]: [string, Buffer]) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(name), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function jpegHeader(width: number, height: number) {
  const frame = Buffer.from('ffd8ffc0001108000000000301220002110103110100', 'hex')
  frame.writeUInt16BE(height, 7)
  frame.writeUInt16BE(width, 9)
  return Buffer.concat([frame, Buffer.from('ffda000c03010002110311003f00', 'hex'), Buffer.alloc(2_000)])
}
