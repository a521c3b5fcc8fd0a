import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../browser')

/** Joins modules of `browser/` into one classic script. A module must follow those that it imports. All share one
 *  scope, so their top-level names must differ. */
export function plainScript(...names: string[]): string {
  const code = names.map((name) => {
    const stripped = stripTypeScriptTypes(readFileSync(join(folder, `${name}.ts`), 'utf8'))
    return stripped
      .replace(/^import [^'"]*['"][^'"]*['"];?$/gm, '')
      .replace(/^export (?=async|function|const|let)/gm, '')
  })
  return `(() => {\n'use strict'\n${code.join('\n')}\n})()\n`
}

/** Returns a style sheet of `browser/`. */
export function styleSheet(name: string): string {
  return readFileSync(join(folder, `${name}.css`), 'utf8')
}
