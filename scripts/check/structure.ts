// Checks who imports whom, the names of files and the sizes of files and folders; prints each violation with what to do about it.
import { importCycles } from './cycles.ts'
import { unknownNames } from './file-names.ts'
import { readImports } from './import-graph.ts'
import { refusedImports } from './import-rules.ts'
import { oversized } from './sizes.ts'
import { readSourceTree } from './source-tree.ts'

const tree = readSourceTree('.')
const imports = readImports(tree)
const violations = [...refusedImports(imports), ...importCycles(imports), ...unknownNames(tree), ...oversized(tree)]
for (const { file, rule, advice } of violations) console.log(`${file}\n  ${rule}: ${advice}`)
process.exitCode = violations.length > 0 ? 1 : 0
