// Runs the unit tests and the browser tests, each also if the other fails. With CI set, a failed browser test and a
// file of unit tests in which something failed run once more: the tests of a file share a server. What needed it is
// named last.
//
//   npm test                        the quick ones (testbed/quick-tests.ts)
//   npm run test:all                everything
//   npm test -- unit [filter …]     Vitest's arguments, such as a file name or --project rules
//   npm test -- browser [filter …]  Playwright's arguments, such as --project phone
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { built } from '../testbed/built.ts'
import { describeEngines, hasPostgres } from '../testbed/postgres.ts'
import { describeLeftOut } from '../testbed/quick-tests.ts'
import { makeScratchFolder } from '../testbed/scratch-folder.ts'

const [suite, ...filters] = process.argv.slice(2)
const isQuick = suite === undefined
if (!isQuick && suite !== 'all' && suite !== 'unit' && suite !== 'browser') {
  console.error(`unknown suite '${suite}': npm test [-- unit|browser [filter …]], or npm run test:all`)
  process.exit(1)
}
// For a whole run at once; single tests that read the pages ask for them.
if (suite !== 'unit' || filters.length === 0) await built()
console.log(`Databases: ${describeEngines()}`)
const scratch = makeScratchFolder()
const report = join(scratch, 'vitest.json')
// A terminal sends Ctrl-C to the child too. This process must wait until the child has cleaned up.
process.on('SIGINT', () => {})
const unit = suite === 'browser' ? { passes: true, failed: [], unsteady: [] } : await runUnitTests()
const browserPasses = suite === 'unit' || (await run('@playwright/test/cli.js', 'test', ...filters))
rmSync(scratch, { recursive: true, force: true })
if (isQuick) console.log(`\n${describeLeftOut(hasPostgres())}`)
for (const test of unit.failed) console.log(`FAILED ${test}`)
if (unit.unsteady.length > 0) console.log('\nPassed at the second try only. Each is a fault to find:')
for (const test of unit.unsteady) console.log(`SECOND TRY ${test}`)
process.exitCode = unit.passes && browserPasses ? 0 : 1

async function runUnitTests() {
  const vitest = (...args: string[]) =>
    run('vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args)
  const passes = await vitest(...filters)
  const first = passes ? [] : readFailures()
  if (!process.env.CI || first.length === 0)
    return { passes, failed: first.flatMap(({ tests }) => tests), unsteady: [] }
  console.log(`\nRunning ${first.length} failed files once more`)
  const passesNow = await vitest(...new Set(first.map(({ file }) => file)))
  const failed = passesNow ? [] : readFailures().flatMap(({ tests }) => tests)
  const unsteady = first
    .flatMap(({ tests }) => tests)
    .filter((test) => !failed.includes(test))
    .sort()
  return { passes: passesNow, failed, unsteady }
}

type Result = { name: string; status: string; assertionResults: { status: string; fullName: string }[] }

/** Reads Vitest's report: the files in which something failed, and the names of the failed tests. */
function readFailures(): { file: string; tests: string[] }[] {
  // Vitest broke before it wrote a report.
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: Result[] }
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name: file, assertionResults }) => {
      const names = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
      const of = relative(process.cwd(), file)
      return { file, tests: names.length > 0 ? names.map((name) => `${of}: ${name}`) : [`${of}: no test ran`] }
    })
}

/** Runs a program of node_modules. Tells whether it exits with code 0. */
function run(program: string, ...args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const env = { ...process.env, TMPDIR: scratch, ...(isQuick && { TESTS: 'quick' }) }
    const child = spawn(process.execPath, [join('node_modules', program), ...args], { stdio: 'inherit', env })
    process.once('SIGTERM', () => child.kill())
    child.once('close', (code) => resolve(code === 0))
  })
}
