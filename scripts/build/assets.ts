import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { startedFiles } from './started-files.ts'

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

/** Which code of a page: what it needs before it is shown, also what `loadLater` starts to load, or also what the first
 *  render of a page waits for that the server has rendered. */
type Extent = 'first' | 'soon' | 'rendered'

/** Addresses of the scripts and style sheets that a page needs before it is shown, the entry's first. `shared`: scripts
 *  by their names, among them those of the groups in vite.config.ts. */
export type Assets = { scripts: string[]; styles: string[]; shared: Map<string, string> }

/** Reads Vite's manifest in `folder`. Returns a function from the parts of a page, files in `web/pages/`, to the assets
 *  of the entry and the parts.
 *  @throws Error when the build has no chunk for a part */
export async function readAssets(folder: string): Promise<(parts: string[], extent?: Extent) => Assets> {
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
  return (parts, extent = 'first') => {
    const sources = [entry, ...parts.map((part) => `web/pages/${part}`)]
    if (extent === 'rendered') sources.push(begin)
    const first = sources.flatMap((source) => [...withImports(source)])
    const needed = [...new Set(extent === 'first' ? first : withStarted(sources))].map(chunkOf)
    return {
      scripts: needed.map(({ file }) => `/${file}`),
      styles: [...new Set(needed.flatMap(({ css }) => css))].map((file) => `/${file}`),
      shared: new Map(needed.map(({ name = '', file }) => [name, `/${file}`])),
    }
  }
}
