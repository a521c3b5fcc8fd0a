import { expect, test } from 'vitest'
import { readImports } from './import-graph.ts'
import type { SourceTree } from './source-tree.ts'
import { mixedTransactions } from './transactions.ts'

const rulesBrokenIn = (files: Record<string, string>) => {
  const tree: SourceTree = { files: Object.keys(files), read: (file) => files[file] ?? '' }
  return mixedTransactions(tree, readImports(tree)).map(({ file, rule }) => `${file}: ${rule}`)
}

const plain = 'await db.transaction(async (tx) => change(tx))'
const byOutcome = "import { transact } from '#server/database/pool/transact.ts'"
const problem = "import { problemOf } from '#server/http/refusal.ts'"

test.each([plain, byOutcome])('routes open no transaction: %s', (source) => {
  const routes = { 'server/doctor/routes.ts': source, 'server/recall/link-routes.ts': source }
  expect(
    rulesBrokenIn({ ...routes, 'server/doctor/doctor.ts': source, 'server/doctor/routes.db.test.ts': source }),
  ).toEqual([
    'server/doctor/routes.ts: routes know no transaction',
    'server/recall/link-routes.ts: routes know no transaction',
  ])
})

test.each([plain, byOutcome])('a file that opens a transaction makes no problems: %s', (source) => {
  const files = { 'server/doctor/doctor.ts': `${problem}\n${source}`, 'server/doctor/refusals.ts': problem }
  expect(rulesBrokenIn(files)).toEqual(['server/doctor/doctor.ts: outcomes leave a transaction'])
})
