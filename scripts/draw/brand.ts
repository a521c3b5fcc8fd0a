// Usage: node scripts/draw/brand.ts. Draws the icons and the preview image of shared links into public/brand.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'

const folder = join(import.meta.dirname, '../../public/brand')
const icon = await readFile(join(folder, 'icon.svg'))
// Phones round the corners themselves.
const squareIcon = Buffer.from(icon.toString().replace('rx="12"', ''))
const hero = join(import.meta.dirname, '../../web/pages/home/pictures/hero.svg')

const writePng = (image: Sharp, name: string) =>
  image.png({ palette: true, effort: 10 }).toFile(join(folder, `${name}.png`))
const render = (source: Buffer | string, width: number, height = width) =>
  sharp(source, { density: 600 }).resize(width, height)

await writePng(render(icon, 192), 'icon-192')
await writePng(render(icon, 512), 'icon-512')
await writePng(render(squareIcon, 512), 'icon-maskable-512')
await writePng(render(squareIcon, 180), 'apple-touch-icon')

const card = sharp({ create: { width: 1200, height: 630, channels: 3, background: '#f4fafb' } })
await writePng(
  card.composite([
    { input: await render(icon, 240).png().toBuffer(), left: 124, top: 195 },
    { input: await render(hero, 640, 533).png().toBuffer(), left: 500, top: 48 },
  ]),
  'card',
)
