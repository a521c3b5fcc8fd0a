import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failedFiles, formatTotals, joinVitestReports, noTests, parsePlaywrightReport } from './test-totals.ts'

type Test = [name: string, status: 'passed' | 'failed' | 'skipped']

function file(name: string, tests: Test[], message = '') {
  const failed = message !== '' || tests.some(([, status]) => status === 'failed')
  const assertionResults = tests.map(([fullName, status]) => ({
    fullName,
    status,
    failureMessages: status === 'failed' ? [`${fullName} broke`] : [],
  }))
  return { name: join(process.cwd(), name), status: failed ? 'failed' : 'passed', message, assertionResults }
}

describe('a second run of failed files', () => {
  const first = {
    testResults: [
      file('a.test.ts', [['steady', 'passed']]),
      file('b.test.ts', [
        ['unsteady', 'failed'],
        ['broken', 'failed'],
        ['fine', 'passed'],
      ]),
      file('c.test.ts', [], 'the server did not start'),
    ],
  }
  const second = {
    testResults: [
      file('b.test.ts', [
        ['unsteady', 'passed'],
        ['broken', 'failed'],
        ['fine', 'passed'],
      ]),
      file('c.test.ts', [['starts', 'passed']]),
    ],
  }

  it('is of the files in which something failed, each once', () => {
    const twice = { testResults: [...first.testResults, ...first.testResults] }
    expect(failedFiles(twice)).toEqual(['b.test.ts', 'c.test.ts'].map((name) => join(process.cwd(), name)))
  })

  it('counts each test once, and names those that needed it apart from those that fail again', () => {
    expect(joinVitestReports(first, second)).toEqual({
      passed: 4,
      failures: [{ test: 'b.test.ts: broken', reason: 'broken broke' }],
      skipped: 0,
      secondTries: [
        { test: 'b.test.ts: unsteady', reason: 'unsteady broke' },
        { test: 'c.test.ts: no test ran', reason: 'the server did not start' },
      ],
    })
  })
})

describe('the totals', () => {
  it('end with the tests that needed a second try', () => {
    const secondTries = [{ test: 'a.test.ts: books', reason: 'took too long' }]
    expect(formatTotals({ ...noTests, passed: 3, skipped: 1, secondTries }).split('\n')).toEqual([
      '3 passed, 0 failed, 1 skipped',
      '',
      'Passed at the second try only. Each is a fault to find:',
      'SECOND TRY a.test.ts: books: took too long',
    ])
  })

  it('of Playwright count a test that passed at the second try as passed and name it', () => {
    const results = [{ error: { message: 'no dialog' } }, {}]
    const tests = [{ projectName: 'phone', status: 'flaky', results }]
    const report = { errors: [], suites: [{ specs: [{ title: 'books', file: 'book.spec.ts', tests }] }] }
    expect(parsePlaywrightReport(report)).toEqual({
      ...noTests,
      passed: 1,
      secondTries: [{ test: 'book.spec.ts: [phone] books', reason: 'no dialog' }],
    })
  })
})
