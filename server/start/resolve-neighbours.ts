import type { ResolveHookSync } from 'node:module'
import { extname } from 'node:path/posix'

/** Returns a hook for `registerHooks` that resolves what an ES module of a library imports from its own folders,
 *  without a look at the library's package.json. Node 24 parses all of its `exports` again for each import to learn
 *  whether the file is an ES module: for drizzle-orm 137 KB, hundreds of times. A file with the ending of an ES module
 *  that imports it, in the same library, is one as well. */
export function resolveNeighbours(): ResolveHookSync {
  const esModules = new Set<string>()
  return (specifier, context, next) => {
    const { parentURL = '', conditions } = context
    if (specifier.startsWith('.') && esModules.has(parentURL) && conditions.includes('import')) {
      const { href: url } = new URL(specifier, parentURL)
      if (extname(url) === extname(parentURL)) {
        esModules.add(url)
        return { url, format: 'module', shortCircuit: true }
      }
    }
    const resolved = next(specifier, context)
    if (resolved.format === 'module' && resolved.url.includes('/node_modules/')) esModules.add(resolved.url)
    return resolved
  }
}
