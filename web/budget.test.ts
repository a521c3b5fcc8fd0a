import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** What a page may load of JavaScript before it is shown, in bytes over the wire. */
const budget = 170_000

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

// Once each, and not within a test's time: the best compression takes seconds.
const bytes = new Map<string, number>()
for (const file of Object.keys(routes).flatMap(firstScripts)) {
  if (!bytes.has(file)) bytes.set(file, brotliCompressSync(readFileSync(join(built, file))).length)
}

const shown = Object.keys(routes).filter((id) => id.endsWith('Page'))

test.each(shown)('the first JavaScript of %s is within its budget', (id) => {
  const parts = firstScripts(id).map((file) => [file, bytes.get(file) ?? 0] as const)
  const sum = parts.reduce((total, [, size]) => total + size, 0)
  expect(sum, JSON.stringify(Object.fromEntries(parts), null, 2)).toBeLessThanOrEqual(budget)
})

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
