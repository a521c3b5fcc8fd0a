// Checks who imports whom, who opens transactions, the sizes of files, the width of comments and the table of releases;
// prints each violation with what to do about it.
import { version } from '#server/config/version.ts'
import { oldestCompatible, releases } from '#server/database/releases.ts'
import { migrationNames, productTables } from '#server/database/session/migrations.ts'
import { importCycles } from './cycles.ts'
import { readImports } from './import-graph.ts'
import { refusedImports } from './import-rules.ts'
import { releaseFaults } from './releases.ts'
import { longFiles, wideComments } from './sizes.ts'
import { readSourceTree } from './source-tree.ts'
import { mixedTransactions } from './transactions.ts'

const tree = readSourceTree('.')
const imports = readImports(tree)
const violations = [
  ...refusedImports(imports),
  ...importCycles(imports),
  ...longFiles(tree),
  ...wideComments(tree),
  ...mixedTransactions(tree, imports),
  ...releaseFaults({ version, migrations: migrationNames(productTables), releases, oldestCompatible }),
]
for (const { file, rule, advice } of violations) console.log(`${file}\n  ${rule}: ${advice}`)
process.exitCode = violations.length > 0 ? 1 : 0
