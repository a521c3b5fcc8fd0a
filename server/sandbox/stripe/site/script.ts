import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../browser')

/** One plain script of modules in `browser/`, those first that others import. They share one scope: names at the top of a module
 *  are its own only if no other has them. */
export function plainScript(...names: string[]): string {
  const code = names.map((name) => {
    const stripped = stripTypeScriptTypes(readFileSync(join(folder, `${name}.ts`), 'utf8'))
    return stripped
      .replace(/^import [^'"]*['"][^'"]*['"];?$/gm, '')
      .replace(/^export (?=async|function|const|let)/gm, '')
  })
  return `(() => {\n'use strict'\n${code.join('\n')}\n})()\n`
}

/** A style sheet in `browser/`. */
export function styleSheet(name: string): string {
  return readFileSync(join(folder, `${name}.css`), 'utf8')
}
