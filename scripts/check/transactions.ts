import type { Import } from './import-graph.ts'
import { isTest, type SourceTree, type Violation } from './source-tree.ts'

const transact = 'server/database/pool/transact.ts'
const problems = ['server/http/problem.ts', 'server/http/refusal.ts']

/** Returns the files of the server in which transactions meet HTTP: routes that open one, and files that open one and
 *  make problems. An error that leaves a transaction says nothing of what was decided in it; an outcome does. */
export function mixedTransactions({ files, read }: SourceTree, imports: readonly Import[]): Violation[] {
  const importersOf = (...targets: string[]) =>
    new Set(imports.filter(({ target }) => targets.includes(target)).map(({ file }) => file))
  const [byOutcome, answering] = [importersOf(transact), importersOf(...problems)]
  const opens = (file: string) => byOutcome.has(file) || /\.transaction\(/.test(read(file))
  return files
    .filter((file) => /^server\/.*\.ts$/.test(file) && !isTest(file) && opens(file))
    .flatMap((file) => [
      ...(/(\/|-)routes\.ts$/.test(file)
        ? [
            {
              file,
              rule: 'routes know no transaction',
              advice: 'Call a function that opens it and returns an outcome.',
            },
          ]
        : []),
      ...(answering.has(file)
        ? [{ file, rule: 'outcomes leave a transaction', advice: 'Return a refusal, which the route makes a problem.' }]
        : []),
    ])
}
