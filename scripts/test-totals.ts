import { relative } from 'node:path'
import { z } from 'zod'

/** A test by file and name, and why it failed. */
type Failure = { test: string; reason: string }

/** Outcomes of a run: how many tests passed and were skipped, those that failed, and those that passed at their second try. */
export type Totals = { passed: number; failures: Failure[]; skipped: number; secondTries: Failure[] }

/** The totals of a run without tests. */
export const noTests: Totals = { passed: 0, failures: [], skipped: 0, secondTries: [] }

/** Adds two totals. */
export function addTotals(a: Totals, b: Totals): Totals {
  return {
    passed: a.passed + b.passed,
    failures: [...a.failures, ...b.failures],
    skipped: a.skipped + b.skipped,
    secondTries: [...a.secondTries, ...b.secondTries],
  }
}

/** Formats totals for the end of a run: each failure, a line such as '12 passed, 0 failed', and last the tests that needed a second try. */
export function formatTotals({ passed, failures, skipped, secondTries }: Totals): string {
  const totals = `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  const unsteady = secondTries.length > 0 ? ['', 'Passed at the second try only. Each is a fault to find:'] : []
  return [
    ...failures.map(({ test, reason }) => `FAILED ${test}: ${reason}`),
    totals,
    ...unsteady,
    ...secondTries.map(({ test, reason }) => `SECOND TRY ${test}: ${reason}`),
  ].join('\n')
}

/** The totals of a test runner that broke: one failure, so that a broken runner never counts as a green run. */
export function brokenRunner(name: string, problem: string): Totals {
  return { ...noTests, failures: [describe(name, 'runner', problem)] }
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

/** Returns the files of Vitest's JSON report in which something failed. */
export function failedFiles(report: unknown): string[] {
  const failed = vitestReport.parse(report).testResults.filter(({ status }) => status === 'failed')
  return [...new Set(failed.map(({ name }) => name))]
}

/** Joins Vitest's reports of a run and of a second run of its failed files. What failed in the first run and not in the second needed a second try. */
export function joinVitestReports(first: unknown, second: unknown): Totals {
  const again = failedFiles(first)
  const { testResults } = vitestReport.parse(first)
  const steady = { testResults: testResults.filter(({ name }) => !again.includes(name)) }
  const rest = parseVitestReport(second)
  const stillFailing = rest.failures.map(({ test }) => test)
  const secondTries = parseVitestReport(first).failures.filter(({ test }) => !stillFailing.includes(test))
  return addTotals(parseVitestReport(steady), { ...rest, secondTries })
}

function totalsOfFile(file: z.infer<typeof vitestReport>['testResults'][number]): Totals {
  const failed = file.assertionResults.filter((test) => test.status === 'failed')
  const passed = file.assertionResults.filter((test) => test.status === 'passed').length
  const name = relative(process.cwd(), file.name)
  const failures = failed.map((test) => describe(name, test.fullName, test.failureMessages[0]))
  return {
    ...noTests,
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

/** Reads Playwright's JSON report. Errors outside of tests count as failures. */
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
  const withStatus = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status))
  const failuresOf = (failed: typeof tests) =>
    failed.map(({ projectName, results }) =>
      describe(file, `[${projectName}] ${title}`, results.find(({ error }) => error)?.error?.message),
    )
  return {
    passed: withStatus('expected', 'flaky').length,
    failures: failuresOf(withStatus('unexpected')),
    skipped: withStatus('skipped').length,
    secondTries: failuresOf(withStatus('flaky')),
  }
}

function describe(file: string, test: string, reason = 'no reason given'): Failure {
  return { test: `${file}: ${test}`, reason: reason.slice(0, 500) }
}
