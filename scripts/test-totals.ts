import { relative } from 'node:path'
import { z } from 'zod'

/** Outcomes of a run: how many tests passed and were skipped, and each failure by name and reason. */
export type Totals = { passed: number; failures: string[]; skipped: number }

/** The totals of a run without tests. */
export const noTests: Totals = { passed: 0, failures: [], skipped: 0 }

/** Adds two totals. */
export function addTotals(a: Totals, b: Totals): Totals {
  return {
    passed: a.passed + b.passed,
    failures: [...a.failures, ...b.failures],
    skipped: a.skipped + b.skipped,
  }
}

/** Formats totals for the end of a run: each failure, then a line such as '12 passed, 0 failed'. */
export function formatTotals({ passed, failures, skipped }: Totals): string {
  const totals = `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return [...failures.map((failure) => `FAILED ${failure}`), totals].join('\n')
}

/** The totals of a test runner that broke: one failure, so that a broken runner never counts as a green run. */
export function brokenRunner(name: string, problem: string): Totals {
  return { ...noTests, failures: [`${name} ${problem}`] }
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})

/** Reads Vitest's JSON report. A file that fails before its first test counts as one failure. */
export function parseVitestReport(report: unknown): Totals {
  return vitestReport.parse(report).testResults.map(totalsOfFile).reduce(addTotals, noTests)
}

function totalsOfFile(file: z.infer<typeof vitestReport>['testResults'][number]): Totals {
  const failed = file.assertionResults.filter((test) => test.status === 'failed')
  const passed = file.assertionResults.filter((test) => test.status === 'passed').length
  const name = relative(process.cwd(), file.name)
  const failures = failed.map((test) => describe(name, test.fullName, test.failureMessages[0]))
  return {
    passed,
    failures:
      failures.length === 0 && file.status === 'failed' ? [describe(name, 'no test ran', file.message)] : failures,
    skipped: file.assertionResults.length - passed - failed.length,
  }
}

const playwrightError = z.object({ message: z.string().optional() })
const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      results: z.array(z.object({ error: playwrightError.optional() })),
    }),
  ),
})
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})
const playwrightReport = z.object({ suites: z.array(playwrightSuite), errors: z.array(playwrightError) })

/** Reads Playwright's JSON report. Flaky tests and errors outside of tests count as failures. */
export function parsePlaywrightReport(report: unknown): Totals {
  const { suites, errors } = playwrightReport.parse(report)
  const outside = errors.map(({ message }) => describe('Playwright', 'outside of the tests', message))
  return suites
    .flatMap(specsOf)
    .map(totalsOfSpec)
    .reduce(addTotals, { ...noTests, failures: outside })
}

function specsOf(suite: z.infer<typeof playwrightSuite>): z.infer<typeof playwrightSpec>[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

function totalsOfSpec({ title, file, tests }: z.infer<typeof playwrightSpec>): Totals {
  const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky')
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failures: failed.map(({ projectName, results }) =>
      describe(file, `[${projectName}] ${title}`, results.find(({ error }) => error)?.error?.message),
    ),
    skipped: tests.filter(({ status }) => status === 'skipped').length,
  }
}

function describe(file: string, test: string, reason = 'no reason given') {
  return `${file}: ${test}: ${reason.slice(0, 500)}`
}
