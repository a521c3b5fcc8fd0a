// Draws the icons and the picture that goes with a shared link: `node scripts/draw/brand.ts` writes them into public/brand.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'

const folder = join(import.meta.dirname, '../../public/brand')
const icon = await readFile(join(folder, 'icon.svg'))
// Phones cut the corners themselves.
const square = Buffer.from(icon.toString().replace('rx="12"', ''))
const hero = join(import.meta.dirname, '../../web/pages/home/pictures/hero.svg')

const png = (picture: Sharp, name: string) =>
  picture.png({ palette: true, effort: 10 }).toFile(join(folder, `${name}.png`))
const drawn = (source: Buffer | string, width: number, height = width) =>
  sharp(source, { density: 600 }).resize(width, height)

await png(drawn(icon, 192), 'icon-192')
await png(drawn(icon, 512), 'icon-512')
await png(drawn(square, 512), 'icon-maskable-512')
await png(drawn(square, 180), 'apple-touch-icon')

const card = sharp({ create: { width: 1200, height: 630, channels: 3, background: '#f4fafb' } })
await png(
  card.composite([
    { input: await drawn(icon, 240).png().toBuffer(), left: 124, top: 195 },
    { input: await drawn(hero, 640, 560).png().toBuffer(), left: 500, top: 35 },
  ]),
  'card',
)
