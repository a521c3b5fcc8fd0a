import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

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

const built = 'build/client'
const assets = readdirSync(join(built, 'assets'))
const manifestFile = `/assets/${assets.find((file) => /^manifest-.*\.js$/.test(file))}`
const { entry, routes } = manifest.parse(
  JSON.parse(
    readFileSync(join(built, manifestFile), 'utf8')
      .replace(/^[^=]*=/, '')
      .replace(/;\s*$/, ''),
  ),
)

// The build packs each script once, as it is sent.
const packed = (file: string) => statSync(join(built, `${file}.br`)).size

const shown = Object.keys(routes).filter((id) => id.endsWith('Page'))

test.each(shown)('the first JavaScript of %s is within its budget', (id) => {
  const parts = firstScripts(id).map((file) => ({ file, size: packed(file) }))
  const sum = parts.reduce((total, { size }) => total + size, 0)
  const list = parts.map(({ file, size }) => `${size} ${file}, imported by ${importersOf(file, parts)}`)
  expect(sum, `${id} loads\n${list.join('\n')}\n`).toBeLessThanOrEqual(budget)
})

/** The scripts among `parts` that import `file`; none imports those that the document itself names. */
function importersOf(file: string, parts: { file: string }[]): string {
  const specifier = `"./${basename(file)}"`
  const importers = parts.filter((part) => readFileSync(join(built, part.file), 'utf8').includes(specifier))
  return importers.map((importer) => basename(importer.file)).join(', ') || 'the document'
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
