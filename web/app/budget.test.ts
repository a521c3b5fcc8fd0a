import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { pageList } from '#contract/site/pages.ts'
import { readAssets } from '#scripts/build/assets.ts'
import { built as build } from '#testbed/built.ts'
import { partsAt } from './routes.tsx'

/** Limits of the JavaScript that a page loads before it is shown, compressed, in bytes. Other code is loaded by
 *  `loadLater` (web/ui/feedback/load-later.ts). Staff open their pages on the clinic's own computers, every day. */
const budget = { everyone: 122_880, members: 127_400, admins: 130_500 }

const built = (await build()).pages
const assetsOf = await readAssets(built)

const source = (file: string) => readFileSync(join(built, file), 'utf8')
// The build writes each script compressed, as it is sent.
const compressedSize = (file: string) => statSync(join(built, `${file}.br`)).size

const paths = pageList.map(({ path }) => path)

test.each(pageList)('the first JavaScript of $path is within its budget', ({ path, audience }) => {
  const scripts = firstScripts(path)
  const sum = scripts.reduce((total, file) => total + compressedSize(file), 0)
  expect(sum, advice(scripts)).toBeLessThanOrEqual(budget[audience])
})

test('the advice for a page over its budget lists its scripts, the largest first, with their importers', () => {
  const [largest = '', next = ''] = advice(firstScripts(paths[0] ?? ''))
    .split('\n')
    .slice(1)
  expect(largest).toMatch(/^ {2}\d+ bytes base-.*\.js, imported by .*\.js/)
  expect(Number.parseInt(largest, 10)).toBeGreaterThanOrEqual(Number.parseInt(next, 10))
})

/** Lists the scripts of a page, the largest first, each with the scripts that import it. */
function advice(scripts: string[]): string {
  const bySize = scripts.toSorted((one, other) => compressedSize(other) - compressedSize(one))
  const lines = bySize.map(
    (file) => `  ${compressedSize(file)} bytes ${basename(file)}, imported by ${importers(file, scripts)}`,
  )
  return ['Import what is not shown at first by import(), or divide a group of vite.config.ts:', ...lines].join('\n')
}

function importers(file: string, scripts: string[]): string {
  const found = scripts.filter((other) => other !== file && source(other).includes(basename(file)))
  return found.map((other) => basename(other)).join(', ') || 'the page itself'
}

/** Returns the scripts that a page needs before it is shown. */
function firstScripts(path: string): string[] {
  return assetsOf(partsAt(path)).scripts
}
