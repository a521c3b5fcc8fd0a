import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { App } from '../http/app-type.ts'

const latin =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122'
const latinExtended = 'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+20A0-20AB'
const faces = [
  { name: 'figtree-latin-ext', range: latinExtended },
  { name: 'figtree-latin', range: latin },
]

/** URL of a style sheet that declares the font, for documents outside the page build. */
export const fontSheet = '/fonts/figtree.css'

/** Serves the font at fixed URLs, which the sandboxes' pages and the card provider's frame on another origin load. */
export function fontRoutes(app: App): void {
  const files = faces.map(({ name }) => ({
    url: `/fonts/${name}.woff2`,
    type: 'font/woff2',
    body: readFileSync(
      fileURLToPath(import.meta.resolve(`@fontsource-variable/figtree/files/${name}-wght-normal.woff2`)),
    ),
  }))
  const sheet = { url: fontSheet, type: 'text/css; charset=utf-8', body: faces.map(faceRule).join('') }
  const headers = {
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=31536000',
  }
  for (const { url, type, body } of [...files, sheet]) {
    app.get(url, { schema: { hide: true }, config: { limit: 'static' } }, (_request, reply) =>
      reply.headers(headers).type(type).send(body),
    )
  }
}

function faceRule({ name, range }: (typeof faces)[number]) {
  const src = `url(/fonts/${name}.woff2) format("woff2")`
  return `@font-face{font-family:"Figtree Variable";font-weight:300 900;font-display:swap;src:${src};unicode-range:${range}}\n`
}
