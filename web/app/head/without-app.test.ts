import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { withoutApp } from '#contract/site/documents.ts'
import { built } from '#testbed/built.ts'

const { pages: site } = await built()
const kilobyte = 1000
const compressedSize = (content: string) => brotliCompressSync(content).length

test.each(withoutApp)('a visitor loads at most 150 kB to read %s', (path) => {
  const html = readFileSync(join(site, path, 'without-app.html'), 'utf8')
  const inline = [...html.matchAll(/<script(?![^>]*json)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code)
  const files = new Set([...html.matchAll(/"(\/assets\/[^"]*)"/g)].map(([, file = '']) => file))
  // As sent: compressed if the build has compressed it.
  const bytes = [...files].map((file) => {
    const compressedFile = join(site, `${file}.br`)
    return statSync(existsSync(compressedFile) ? compressedFile : join(site, file)).size
  })

  expect(html).not.toMatch(/<script[^>]*\ssrc=/)
  expect(compressedSize(inline.join('\n'))).toBeLessThan(15 * kilobyte)
  expect(files.size).toBeGreaterThan(1)
  expect(bytes.reduce((sum, size) => sum + size, compressedSize(html))).toBeLessThan(150 * kilobyte)
})
