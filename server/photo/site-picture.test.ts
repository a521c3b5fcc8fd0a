import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { refused } from '#contract/kit/outcome.ts'
import { cameraPhoto } from '#server/testing/photos.ts'
import { pictureMaker } from './picture.ts'

// Converting pictures can take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const make = pictureMaker()

async function colourAt(file: Buffer, left: number, top: number) {
  const data = await sharp(file).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  const [red = 0, , blue = 0] = data
  return red > blue ? 'red' : 'blue'
}

describe('a picture of the public pages', () => {
  const photo = (width: number, height: number) => ({
    create: { width, height, channels: 3 as const, background: '#e01010' },
  })
  const made = async (file: Buffer, use: 'hero' | 'service', focus: 'start' | 'end' = 'start') => {
    const outcome = await make(file, { use, focus })
    if (!outcome.ok) throw new Error(`refused as ${outcome.reason}`)
    return outcome.versions
  }

  it('is made at the widths that the photo has pixels for, in both formats and the proportions of its place', async () => {
    const versions = await made(await sharp(photo(1200, 1000)).jpeg().toBuffer(), 'hero')
    expect(versions.map(({ width }) => width)).toEqual([480, 720, 1080])
    for (const { width, avif, webp } of versions) {
      const sizes = { width, height: (width * 5) / 6 }
      expect(await sharp(avif).metadata()).toMatchObject({ format: 'heif', compression: 'av1', ...sizes })
      expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', ...sizes })
    }
  })

  it('keeps the part that was asked for', async () => {
    const blue = { create: { width: 1000, height: 900, channels: 3 as const, background: '#1010e0' } }
    const wide = await sharp(photo(1000, 1800))
      .composite([{ input: blue, left: 0, top: 900 }])
      .png()
      .toBuffer()
    const [top] = await made(wide, 'service', 'start')
    const [bottom] = await made(wide, 'service', 'end')
    expect(await colourAt(top?.webp ?? wide, 200, 215)).toBe('red')
    expect(await colourAt(bottom?.webp ?? wide, 200, 5)).toBe('blue')
  })

  it('has no metadata', async () => {
    const turned = await cameraPhoto({ width: 1200, height: 1000 })
    for (const { avif, webp } of await made(turned, 'hero'))
      for (const file of [avif, webp]) {
        const { exif: left, orientation } = await sharp(file).metadata()
        expect([left, orientation]).toEqual([undefined, undefined])
      }
  })

  it('is refused if it is smaller than the smallest version', async () => {
    const small = await sharp(photo(479, 2000)).jpeg().toBuffer()
    expect(await make(small, { use: 'hero', focus: 'automatic' })).toEqual({ ...refused('too-small'), use: 'hero' })
  })
})
