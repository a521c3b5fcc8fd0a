import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folders of the project that the structure check reads. */
const parts = ['contract', 'docs', 'e2e', 'lab', 'public', 'sandbox', 'scripts', 'server', 'testbed', 'web']

/** A rule that a file or a folder breaks. `advice` says what to do about it. */
export type Violation = { file: string; rule: string; advice: string }

/** The files of a checkout, as paths from its root. */
export type SourceTree = { files: string[]; read: (file: string) => string }

/** Lists the project's files under `root`: its own parts, without what is installed, and the TypeScript files of the
 *  root itself. */
export function readSourceTree(root: string): SourceTree {
  const atRoot = readdirSync(root).filter((name) => name.endsWith('.ts'))
  const files = [
    ...atRoot,
    ...parts.filter((part) => existsSync(join(root, part))).flatMap((part) => under(root, part)),
  ]
  return { files: files.sort(), read: (file) => readFileSync(join(root, file), 'utf8') }
}

/** Tells whether `file` is TypeScript or JavaScript. */
export const isCode = (file: string): boolean => /\.(ts|tsx|mjs)$/.test(file)

/** Tells whether `file` is help for tests: that of all features is in `server/testing/`, that of one in its folder. */
export const isTestHelp = (file: string): boolean => /^server\/(.+\/)?testing\//.test(file)

/** Tells whether `file` is a test, or help for tests. */
export const isTest = (file: string): boolean =>
  /\.(test|spec)\.tsx?$/.test(file) || isTestHelp(file) || file.startsWith('e2e/')

function under(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? under(root, path) : [path]
  })
}
