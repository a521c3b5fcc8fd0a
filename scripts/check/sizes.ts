import { dirname } from 'node:path/posix'
import { isCode, type SourceTree, type Violation } from './source-tree.ts'

const maxFiles = 10
const maxLines = 250

/** Folders that may hold more than ten files, and why. */
export const largeFolders: Record<string, string> = {
  contract: 'one file a resource',
  docs: 'one file a subject',
  'docs/decisions': 'one file a decision',
  'server/database/migrations': 'made by drizzle-kit',
  'server/database/migrations/meta': 'made by drizzle-kit',
  'server/database/schema': 'one file a feature',
  'server/doctor/samples': 'pictures',
}

/** Returns the folders with too many files and the files with too many lines. Biome counts the lines of functions. */
export function oversized(tree: SourceTree): Violation[] {
  return [...largeFoldersIn(tree), ...longFilesIn(tree)]
}

/** Returns how many files each folder holds directly. */
export function filesPerFolder({ files }: Pick<SourceTree, 'files'>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const folder of files.map(dirname).filter((folder) => folder !== '.')) {
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return counts
}

function largeFoldersIn(tree: SourceTree): Violation[] {
  return [...filesPerFolder(tree)]
    .filter(([folder, count]) => count > maxFiles && !(folder in largeFolders))
    .map(([folder, count]) => ({
      file: folder,
      rule: 'large folder',
      advice: `It holds ${count} files, at most ${maxFiles} are easy to survey. Move files about one subject into a folder of their own.`,
    }))
}

function longFilesIn({ files, read }: SourceTree): Violation[] {
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
