import { isCode, type SourceTree, type Violation } from './source-tree.ts'

const maxLines = 250

/** The width to which Biome formats code. It leaves comments alone. */
const maxWidth = 120

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

/** Returns the files with comments that are wider than code. Biome's own directives have to stand on one line. */
export function wideComments({ files, read }: SourceTree): Violation[] {
  const isWide = (line: string) =>
    line.length > maxWidth && /^\s*(\*|\/[/*])/.test(line) && !line.includes('biome-ignore')
  return files.filter(isCode).flatMap((file) => {
    const numbers = read(file)
      .split('\n')
      .flatMap((line, index) => (isWide(line) ? [index + 1] : []))
    if (numbers.length === 0) return []
    const advice = `Break line ${numbers.join(', ')} at ${maxWidth} columns.`
    return [{ file, rule: 'wide comment', advice }]
  })
}
