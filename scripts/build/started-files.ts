import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Returns the files that `loadLater` starts to load (web/ui/feedback/load-later.ts). */
export function startedFiles(): Set<string> {
  const files = globSync('web/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/loadLater\(\(\) => import\('([^']+)'\)\)/g)].map(([, imported = '']) =>
      imported.startsWith('#') ? imported.slice(1) : join(dirname(file), imported),
    ),
  )
  return new Set(files)
}
