// Runs the unit tests and the browser tests and prints the totals of both. With CI set, what failed runs once more; its names are printed last.
//   npm test                        everything
//   npm test -- unit [filter …]     Vitest's arguments, such as a file name or --project rules
//   npm test -- browser [filter …]  Playwright's arguments, such as --project phone
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtPages } from '../testbed/built-pages.ts'
import { describeEngines } from '../testbed/postgres.ts'
import {
  addTotals,
  brokenRunner,
  failedFiles,
  formatTotals,
  joinVitestReports,
  noTests,
  parsePlaywrightReport,
  parseVitestReport,
  type Totals,
} from './test-totals.ts'

// The folder for temporary files of all tests. The user that runs PostgreSQL must be able to enter it.
const scratch = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'clinic-test-'))
chmodSync(scratch, 0o711)
const [suite, ...filters] = process.argv.slice(2)
if (suite !== undefined && suite !== 'unit' && suite !== 'browser') {
  console.error(`unknown suite '${suite}': npm test [-- unit|browser [filter …]]`)
  process.exit(1)
}

let totals: Totals = noTests
try {
  // For a whole run at once; single tests that read the pages ask for them.
  if (suite !== 'unit' || filters.length === 0) await builtPages()
  console.log(`Databases: ${describeEngines()}`)
  if (suite !== 'browser') totals = addTotals(totals, await runVitest())
  if (suite !== 'unit') totals = addTotals(totals, await runPlaywright())
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
console.log(`\n${formatTotals(totals)}`)
process.exitCode = totals.failures.length > 0 ? 1 : 0

async function runVitest() {
  const report = join(scratch, 'vitest.json')
  const first = await runAndCount('Vitest', report, parseVitestReport, vitestArgs(report, filters))
  const failed = process.env.CI ? (readReport(report, failedFiles) ?? []) : []
  if (failed.length === 0) return first
  console.log(`\nRunning ${failed.length} failed files once more`)
  const firstReport = JSON.parse(readFileSync(report, 'utf8'))
  const secondReport = join(scratch, 'vitest-again.json')
  const parseBoth = (second: unknown) => joinVitestReports(firstReport, second)
  return runAndCount('Vitest', secondReport, parseBoth, vitestArgs(secondReport, failed))
}

function vitestArgs(report: string, files: string[]) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...files]
}

function runPlaywright() {
  const report = join(scratch, 'playwright.json')
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...filters]
  return runAndCount('Playwright', report, parsePlaywrightReport, args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
}

/** Runs a test runner and reads its report. A runner that leaves no report, runs no test or exits with an unexpected code counts as a failure. */
async function runAndCount(name: string, report: string, parse: (report: unknown) => Totals, args: string[], env = {}) {
  const code = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, TMPDIR: scratch, ...env } })
    const forward = (signal: NodeJS.Signals) => child.kill(signal)
    process.on('SIGTERM', forward)
    // A terminal sends Ctrl-C to the child too. This process must wait until the child has cleaned up.
    process.on('SIGINT', () => {})
    child.once('error', () => resolve(1))
    child.once('exit', (exitCode) => resolve(exitCode ?? 1))
  })
  const totals = readReport(report, parse)
  if (!totals) return brokenRunner(name, `exited with code ${code} and wrote no report`)
  if (totals.passed + totals.failures.length === 0) return brokenRunner(name, 'ran no tests')
  if (code !== 0 && totals.failures.length === 0)
    return addTotals(totals, brokenRunner(name, `exited with code ${code} although no test failed`))
  return totals
}

/** Returns Linux's file system in memory if it has room. The tests make and delete databases of a thousand files all the time, and ext4 takes a
 *  millisecond for a new file after others were deleted. */
function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 4_000_000_000 ? '/dev/shm' : undefined
  } catch {
    return undefined
  }
}

function readReport<T>(report: string, parse: (report: unknown) => T): T | undefined {
  try {
    return parse(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return undefined
  }
}
