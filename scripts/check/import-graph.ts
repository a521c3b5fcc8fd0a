import { dirname, join } from 'node:path/posix'
import { type EcmaScriptModule, parseSync, Visitor } from 'oxc-parser'
import { isCode, type SourceTree } from './source-tree.ts'

/** An import, a re-export, a dynamic import or an imported type. `target` is a file of the tree, or the name of a
 *  package. `isLazy`: the file imports it by `import()` only. */
export type Import = { file: string; specifier: string; target: string; isPackage: boolean; isLazy: boolean }

/** Reads every import of the tree's code, types included. @throws when a file is not valid TypeScript. */
export function readImports({ files, read }: SourceTree): Import[] {
  return files.filter(isCode).flatMap((file) => {
    const { eager, lazy } = specifiersIn(file, read(file))
    return [...new Set([...eager, ...lazy])].map((specifier) => {
      return { file, specifier, ...resolve(file, specifier), isLazy: !eager.has(specifier) }
    })
  })
}

function specifiersIn(file: string, source: string) {
  const parsed = parseSync(file, source)
  const [error] = parsed.errors
  if (error) throw new Error(`${file} cannot be parsed: ${error.message}`)
  // Walking the whole tree takes longer than all the rest, and few files have such a type.
  const types = /\bimport\(/.test(source) ? importedTypes(parsed.program) : []
  return {
    eager: new Set([...importedAtOnce(parsed.module), ...types]),
    lazy: new Set(importedLate(parsed.module, source)),
  }
}

function importedAtOnce({ staticImports, staticExports }: EcmaScriptModule): string[] {
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
  ]
}

function importedLate({ dynamicImports }: EcmaScriptModule, source: string): string[] {
  return dynamicImports.flatMap(({ moduleRequest: { start, end } }) => literal(source.slice(start, end)))
}

// An import whose address is computed can't be followed.
function literal(expression: string): string[] {
  const [, text] = /^(?:'([^']*)'|"([^"]*)")$/.exec(expression)?.filter((part) => part !== undefined) ?? []
  return text === undefined ? [] : [text]
}

function importedTypes(program: Parameters<Visitor['visit']>[0]): string[] {
  const found: string[] = []
  new Visitor({ TSImportType: ({ source }) => void found.push(source.value) }).visit(program)
  return found
}

function resolve(file: string, specifier: string): Pick<Import, 'target' | 'isPackage'> {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('#')) return { target: path.slice(1), isPackage: false }
  if (path.startsWith('.')) return { target: join(dirname(file), path), isPackage: false }
  return { target: path, isPackage: true }
}
