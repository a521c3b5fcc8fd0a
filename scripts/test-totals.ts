import { z } from 'zod'

/** How many tests ended how. */
export type Totals = { passed: number; failed: number; skipped: number }

/** The sum of two totals. */
export function add(a: Totals, b: Totals): Totals {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

/** The last line of a run: '12 passed, 0 failed'. */
export function totalsLine({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** A runner that broke counts as one failure, so that it cannot pass for a green run. */
export function failedRunner(name: string, what: string): Totals {
  console.error(`\n${name} ${what}: counted as one failure.`)
  return { passed: 0, failed: 1, skipped: 0 }
}

const vitestReport = z.object({
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
})

/** Reads Vitest's JSON report. A file that failed before its first test counts as one failure. */
export function totalsOfVitest(report: unknown): Totals {
  return vitestReport.parse(report).testResults.map(totalsOfFile).reduce(add, { passed: 0, failed: 0, skipped: 0 })
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

/** Reads Playwright's JSON report. Errors outside tests count as failures, and so does a test that passed only when repeated. */
export function totalsOfPlaywright(report: unknown): Totals {
  const { stats, errors } = playwrightReport.parse(report)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
}
