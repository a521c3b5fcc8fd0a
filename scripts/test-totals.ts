import { z } from 'zod'

/** Number of tests by outcome. */
export type Totals = { passed: number; failed: number; skipped: number }

/** Adds two totals. */
export function addTotals(a: Totals, b: Totals): Totals {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

/** Formats totals for the last line of a run: '12 passed, 0 failed'. */
export function formatTotals({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** Logs that a test runner broke and returns one failure, so that a broken runner never counts as a green run. */
export function failRunner(name: string, problem: string): Totals {
  console.error(`\n${name} ${problem}: counted as one failure.`)
  return { passed: 0, failed: 1, skipped: 0 }
}

const vitestReport = z.object({
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
})

/** Reads Vitest's JSON report. A file that fails before its first test counts as one failure. */
export function parseVitestReport(report: unknown): Totals {
  return vitestReport
    .parse(report)
    .testResults.map(totalsOfFile)
    .reduce(addTotals, { passed: 0, failed: 0, skipped: 0 })
}

function totalsOfFile({ status, assertionResults }: z.infer<typeof vitestReport>['testResults'][number]): Totals {
  const passed = assertionResults.filter((test) => test.status === 'passed').length
  const failed = assertionResults.filter((test) => test.status === 'failed').length
  const skipped = assertionResults.length - passed - failed
  return { passed, failed: failed === 0 && status === 'failed' ? 1 : failed, skipped }
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
})

/** Reads Playwright's JSON report. Flaky tests and errors outside of tests count as failures. */
export function parsePlaywrightReport(report: unknown): Totals {
  const { stats, errors } = playwrightReport.parse(report)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
}
