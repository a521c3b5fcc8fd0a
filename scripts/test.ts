// Runs the unit tests and the browser tests, and ends with the totals of both.
//   npm test                        everything
//   npm test -- unit [filter …]     Vitest's arguments, such as a file name or --project rules
//   npm test -- browser [filter …]  Playwright's arguments, such as --project phone
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtPages } from '../testbed/built-pages.ts'
import { describeEngines } from '../testbed/postgres.ts'
import { add, failedRunner, type Totals, totalsLine, totalsOfPlaywright, totalsOfVitest } from './test-totals.ts'

const scratch = mkdtempSync(join(tmpdir(), 'clinic-test-'))
const [choice, ...filters] = process.argv.slice(2)
if (choice !== undefined && choice !== 'unit' && choice !== 'browser') {
  console.error(`'${choice}' is neither unit nor browser: npm test [-- unit|browser [filter …]]`)
  process.exit(1)
}

let totals: Totals = { passed: 0, failed: 0, skipped: 0 }
try {
  // For a whole run at once; single tests that read the pages ask for them.
  if (choice !== 'unit' || filters.length === 0) await builtPages()
  console.log(`Databases: ${describeEngines()}`)
  if (choice !== 'browser') totals = add(totals, await runVitest())
  if (choice !== 'unit') totals = add(totals, await runPlaywright())
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
console.log(`\n${totalsLine(totals)}`)
process.exitCode = totals.failed > 0 ? 1 : 0

function runVitest() {
  const report = join(scratch, 'vitest.json')
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  return totalsAfter('Vitest', report, totalsOfVitest, [...args, ...filters])
}

function runPlaywright() {
  const report = join(scratch, 'playwright.json')
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...filters]
  return totalsAfter('Playwright', report, totalsOfPlaywright, args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
}

async function totalsAfter(name: string, report: string, read: (report: unknown) => Totals, args: string[], env = {}) {
  const code = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    const passOn = (signal: NodeJS.Signals) => child.kill(signal)
    process.on('SIGTERM', passOn)
    // A terminal sends Ctrl-C to the child as well; this process waits for it to clean up.
    process.on('SIGINT', () => {})
    child.once('error', () => resolve(1))
    child.once('exit', (exitCode) => resolve(exitCode ?? 1))
  })
  const totals = readReport(report, read)
  if (!totals) return failedRunner(name, `ended with code ${code} and left no report`)
  if (totals.passed + totals.failed === 0) return failedRunner(name, 'ran no test')
  if (code !== 0 && totals.failed === 0)
    return add(totals, failedRunner(name, `ended with code ${code} though no test failed`))
  return totals
}

function readReport(report: string, read: (report: unknown) => Totals) {
  try {
    return read(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return undefined
  }
}
