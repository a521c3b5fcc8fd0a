import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { builtPages } from '#testbed/built-pages.ts'

/** Limit of the JavaScript that a page loads before it is shown, compressed, in bytes. Other code is loaded by `loadLater`
 *  (web/ui/feedback/load-later.ts). */
const budget = 142_000

// The route manifest, a script for the browser. `imports` includes the imports of imports.
const part = z.object({ module: z.string(), imports: z.array(z.string()).default([]) })
const manifest = z.object({
  entry: part,
  routes: z.record(
    z.string(),
    part.extend({ parentId: z.string().optional(), clientLoaderModule: z.string().optional() }),
  ),
})

const built = await builtPages()
const assets = readdirSync(join(built, 'assets'))
const manifestFile = `/assets/${assets.find((file) => /^manifest-.*\.js$/.test(file))}`
const { entry, routes } = manifest.parse(
  JSON.parse(
    readFileSync(join(built, manifestFile), 'utf8')
      .replace(/^[^=]*=/, '')
      .replace(/;\s*$/, ''),
  ),
)

const source = (file: string) => readFileSync(join(built, file), 'utf8')
// The build writes each script compressed, as it is sent.
const compressedSize = (file: string) => statSync(join(built, `${file}.br`)).size

const shown = Object.keys(routes).filter((id) => id.endsWith('Page'))

test.each(shown)('the first JavaScript of %s is within its budget', (id) => {
  const scripts = firstScripts(id)
  const sum = scripts.reduce((total, file) => total + compressedSize(file), 0)
  expect(sum, advice(scripts)).toBeLessThanOrEqual(budget)
})

test('the advice for a page over its budget lists its scripts, the largest first, with their importers', () => {
  const [largest = '', next = ''] = advice(firstScripts(shown[0] ?? ''))
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

/** Returns the scripts that a page needs before it is shown: the app's, its route's and its layouts'. */
function firstScripts(id: string): string[] {
  const around = routesAround(id)
  const needed = [entry, ...around].flatMap(({ module, imports }) => [module, ...imports])
  const loaders = around.flatMap(({ clientLoaderModule }) => clientLoaderModule ?? [])
  return [...new Set([manifestFile, ...needed, ...loaders])]
}

function routesAround(id: string | undefined): (typeof routes)[string][] {
  const route = id === undefined ? undefined : routes[id]
  return route ? [route, ...routesAround(route.parentId)] : []
}
