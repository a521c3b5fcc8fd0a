import { isCode, type SourceTree, type Violation } from './source-tree.ts'

const maxLines = 250

/** Returns the files with too many lines. Biome counts the lines of functions. */
export function longFiles({ files, read }: SourceTree): Violation[] {
  return files
    .filter((file) => isCode(file) || file.endsWith('.css'))
    .map((file) => ({ file, lines: read(file).split('\n').length - 1 }))
    .filter(({ lines }) => lines > maxLines)
    .map(({ file, lines }) => ({
      file,
      rule: 'long file',
      advice: `It has ${lines} lines, at most ${maxLines} are easy to read. Divide it by subject.`,
    }))
}
