// Checks who imports whom the sizes of files and the width of comments; prints each violation with what to do about it.
import { importCycles } from './cycles.ts'
import { readImports } from './import-graph.ts'
import { refusedImports } from './import-rules.ts'
import { longFiles, wideComments } from './sizes.ts'
import { readSourceTree } from './source-tree.ts'

const tree = readSourceTree('.')
const imports = readImports(tree)
const violations = [...refusedImports(imports), ...importCycles(imports), ...longFiles(tree), ...wideComments(tree)]
for (const { file, rule, advice } of violations) console.log(`${file}\n  ${rule}: ${advice}`)
process.exitCode = violations.length > 0 ? 1 : 0
