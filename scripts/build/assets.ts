import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'

// https://vite.dev/guide/backend-integration
const chunk = z.object({
  file: z.string(),
  name: z.string().optional(),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
})
const manifest = z.record(z.string(), chunk)

/** What starts the app in the browser, on every page. */
export const entry = 'web/app/start.tsx'

/** What the entry imports on a page that the server has rendered. */
const begin = 'web/app/begin-rendered.ts'

/** Addresses of the scripts and style sheets that a page needs before it is shown, the entry's first. `shared`: scripts
 *  by their names, among them those of the groups in vite.config.ts. */
export type Assets = { scripts: string[]; styles: string[]; shared: Map<string, string> }

/** Reads Vite's manifest in `folder`. Returns a function from the parts of a page, files in `web/pages/`, to the assets
 *  of the entry and the parts; of a page that the server renders, also of the code that its first render waits for.
 *  @throws Error when the build has no chunk for a part */
export async function readAssets(folder: string): Promise<(parts: string[], isRendered?: boolean) => Assets> {
  const chunks = manifest.parse(JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')))
  const withImports = (source: string, found = new Set<string>()): Set<string> => {
    const { imports } = chunkOf(source)
    found.add(source)
    for (const each of imports) if (!found.has(each)) withImports(each, found)
    return found
  }
  const chunkOf = (source: string) => {
    const found = chunks[source]
    if (!found) throw new Error(`The build has no chunk for ${source}`)
    return found
  }
  const started = startedFiles()
  const withStarted = (sources: string[]): string[] => {
    const all = [...new Set(sources.flatMap((source) => [...withImports(source)]))]
    const more = all.flatMap((source) => chunkOf(source).dynamicImports).filter((source) => started.has(source))
    return more.every((source) => all.includes(source)) ? all : withStarted([...all, ...more])
  }
  return (parts, isRendered = false) => {
    const sources = [entry, ...parts.map((part) => `web/pages/${part}`)]
    const all = isRendered ? withStarted([...sources, begin]) : sources.flatMap((source) => [...withImports(source)])
    const needed = [...new Set(all)].map(chunkOf)
    return {
      scripts: needed.map(({ file }) => `/${file}`),
      styles: [...new Set(needed.flatMap(({ css }) => css))].map((file) => `/${file}`),
      shared: new Map(needed.map(({ name = '', file }) => [name, `/${file}`])),
    }
  }
}

/** Returns the files that `loadLater` starts to load (web/ui/feedback/load-later.ts). */
function startedFiles(): Set<string> {
  const files = globSync('web/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/loadLater\(\(\) => import\('([^']+)'\)\)/g)].map(([, imported = '']) =>
      imported.startsWith('#') ? imported.slice(1) : join(dirname(file), imported),
    ),
  )
  return new Set(files)
}
