import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { builtPages } from '#testbed/built-pages.ts'

/** The JavaScript that a page may need before it is shown, in bytes over the wire. Code that it can be shown without is fetched by
 *  `loadLater` (web/ui/feedback/load-later.ts). */
const budget = 140_000

// Of what they are made the build tells in a script for the browser. `imports` are those of imports too.
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
// The build packs each script once, as it is sent.
const packed = (file: string) => statSync(join(built, `${file}.br`)).size

const shown = Object.keys(routes).filter((id) => id.endsWith('Page'))

test.each(shown)('the first JavaScript of %s is within its budget', (id) => {
  const scripts = firstScripts(id)
  const sum = scripts.reduce((total, file) => total + packed(file), 0)
  expect(sum, advice(scripts)).toBeLessThanOrEqual(budget)
})

test('a page over its budget is told by script, the largest first, with its importers', () => {
  const [largest = '', next = ''] = advice(firstScripts(shown[0] ?? ''))
    .split('\n')
    .slice(1)
  expect(largest).toMatch(/^ {2}\d+ bytes base-.*\.js, imported by .*\.js/)
  expect(Number.parseInt(largest, 10)).toBeGreaterThanOrEqual(Number.parseInt(next, 10))
})

/** Says what makes a page large: its scripts, and which of them imports which. */
function advice(scripts: string[]): string {
  const bySize = scripts.toSorted((one, other) => packed(other) - packed(one))
  const lines = bySize.map(
    (file) => `  ${packed(file)} bytes ${basename(file)}, imported by ${importers(file, scripts)}`,
  )
  return ['Import what is not shown at first by import(), or divide a group of vite.config.ts:', ...lines].join('\n')
}

function importers(file: string, scripts: string[]): string {
  const found = scripts.filter((other) => other !== file && source(other).includes(basename(file)))
  return found.map((other) => basename(other)).join(', ') || 'the page itself'
}

/** The scripts that a page can't be shown without: the app's own, and those of its route and of the layouts around it. */
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
