import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { markHarmless } from '#server/database/pool/failure.ts'
import { answerErrorsWithProblems } from '../problem.ts'

const unreachable = 'The clinic is not reachable at the moment. '
const slow = 'The clinic takes too long to answer at the moment. '
const unchanged = 'Nothing was changed; please try again.'
const unknown = 'Your change may or may not be saved; please check before you try again.'

async function answerTo(method: 'GET' | 'POST', error: Error, ifUncertain?: string) {
  const lines: string[] = []
  const app = Fastify({ logger: { stream: { write: (line: string) => lines.push(line) } } })
  answerErrorsWithProblems(app)
  app.route({
    method,
    url: '/',
    config: { ...(ifUncertain && { ifUncertain }) },
    handler: () => {
      throw new Error('Failed query: insert ann@example.org', { cause: error })
    },
  })
  const answer = await app.inject({ method, url: '/' })
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], detail: answer.json().detail, lines }
}

const coded = (code: string) => Object.assign(new Error('ann@example.org'), { code })

it.each([
  ['a refused connection', coded('ECONNREFUSED'), unreachable + unchanged],
  ['a server that shuts down', coded('57P01'), unreachable + unchanged],
  ['a database that takes no connections', coded('55000'), unreachable + unchanged],
  ['a transaction that was idle too long', coded('25P03'), unreachable + unchanged],
  ['no free connection', new Error('timeout exceeded when trying to connect'), unreachable + unchanged],
  [
    'a connection that times out',
    new Error('Connection terminated due to connection timeout'),
    unreachable + unchanged,
  ],
  ['a statement timeout', coded('57014'), slow + unchanged],
  ['a lock timeout', coded('55P03'), slow + unchanged],
  ['a connection that breaks', new Error('Connection terminated unexpectedly'), unreachable + unknown],
  ['a connection that is broken', new Error('Client has encountered a connection error'), unreachable + unknown],
  ['a reset', coded('ECONNRESET'), unreachable + unknown],
  ['a silent connection', coded('ETIMEDOUT'), unreachable + unknown],
])('%s is answered with 503 and what happened to the change', async (_name, error, detail) => {
  const answer = await answerTo('POST', error)
  expect(answer).toMatchObject({ status: 503, retryAfter: '5', detail })
  expect(answer.lines.join()).not.toContain('ann@')
  expect((await answerTo('GET', error)).detail).toContain(unchanged)
})

it('a route says in its own words what to do if nobody knows', async () => {
  const advice = 'Look at My Appointments.'
  expect((await answerTo('POST', coded('ECONNRESET'), advice)).detail).toBe(unreachable + advice)
  expect((await answerTo('POST', coded('ECONNREFUSED'), advice)).detail).toBe(unreachable + unchanged)
})

it('nothing was changed if there was no connection, or by a read', async () => {
  const error = markHarmless(new Error('Connection terminated unexpectedly'))
  expect((await answerTo('POST', error)).detail).toBe(unreachable + unchanged)
})

it('a database that takes no changes is answered with 503, and logged without a stack', async () => {
  const { lines, ...answer } = await answerTo('POST', coded('25006'))
  expect(answer).toMatchObject({
    status: 503,
    retryAfter: '30',
    detail: expect.stringContaining(unchanged.slice(0, 19)),
  })
  const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)
  expect(warnings).toMatchObject([{ level: 40, reason: '25006', count: 1 }])
  expect(lines.join()).not.toContain('stack')
})

it('a timeout of the database is logged as one', async () => {
  const { lines } = await answerTo('POST', coded('57014'))
  expect(lines.filter((line) => line.includes('the database took too long'))).toHaveLength(1)
})

it('any other error is answered with 500', async () => {
  expect(await answerTo('POST', coded('42P01'))).toMatchObject({ status: 500, retryAfter: undefined })
})
