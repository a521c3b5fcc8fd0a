import { expect, test, vi } from 'vitest'
import { ApiError, UnansweredError, UnreadableError } from '#web/api/http/errors.ts'
import { type ChangeSteps, runChange } from './run-change.ts'

const refusal = (status: number, more: { code?: string; errors?: Record<string, string> } = {}) =>
  new ApiError({ type: 'about:blank', title: 'Refused', status, detail: 'It can’t be.', ...more })

/** Runs a change that gets `answer`, an error to reject with or else what it resolves to. Returns what happened, in
 *  order. */
async function run(answer: unknown, steps: ChangeSteps<[number], unknown> = {}, hasSession = true) {
  const events: unknown[] = []
  const note =
    (name: string) =>
    (...of: unknown[]) => {
      events.push([name, ...of])
    }
  const isMade = await runChange(
    (of: number) => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve([answer, of])),
    [7],
    { refresh: note('refresh'), onDone: note('onDone'), onFailed: note('onFailed'), onEnd: note('onEnd'), ...steps },
    {
      show: note('show'),
      toast: note('toast'),
      endSession: hasSession ? async () => void events.push(['ended']) : undefined,
    },
  )
  return { isMade, events }
}

test('a change that is made is said, then the page is refreshed, then the focus moves', async () => {
  const { isMade, events } = await run('yes', { done: (_answer, of) => `${of} is done` })
  expect(isMade).toBe(true)
  expect(events).toEqual([
    ['show', { sent: [7] }],
    ['toast', 'success', '7 is done'],
    ['onDone', ['yes', 7], 7],
    ['refresh'],
    ['show', { isDone: true, answer: ['yes', 7] }],
    ['onEnd', true],
  ])
})

test('a refused change says why, and the page is refreshed: it was out of date', async () => {
  const error = refusal(409)
  const { isMade, events } = await run(error, { failed: 'Ada is still here.' })
  expect(isMade).toBe(false)
  const problem = 'Ada is still here. It can’t be.'
  expect(events.slice(1)).toEqual([
    ['onFailed', error, problem, 7],
    ['refresh'],
    ['show', { error, problem }],
    ['onEnd', false],
  ])
})

test('the first field that a refusal names is its sentence', async () => {
  const { events } = await run(refusal(400, { errors: { date: 'Choose a day', slot: 'Choose a time' } }))
  expect(events).toContainEqual(['show', expect.objectContaining({ problem: 'Choose a day' })])
})

test('a failure can be said in a toast instead', async () => {
  const error = refusal(409)
  const { events } = await run(error, { failsInToast: true })
  expect(events).toContainEqual(['toast', 'error', 'It can’t be.'])
  expect(events).toContainEqual(['show', { error }])
})

test.each([
  ['got no answer', new UnansweredError()],
  ['got an answer that can’t be read', new UnreadableError()],
])(
  'a change that %s may have been made: nothing says that it was not, and the page is refreshed',
  async (_what, error) => {
    const { events } = await run(error, { failed: 'Ada is still here.' })
    expect(events).toContainEqual(['show', { error, problem: error.message }])
    expect(events).toContainEqual(['refresh'])
  },
)

test.each([undefined, 'unauthorized', 'SESSION_IDLE'])(
  'a 401 with the code %s ends the session before the change fails, and nothing is fetched any more',
  async (code) => {
    const { events } = await run(refusal(401, code === undefined ? {} : { code }), { failsInToast: true })
    const names = events.map((event) => (event as string[])[0])
    expect(names).toEqual(['show', 'ended', 'onFailed', 'show'])
  },
)

test('a 401 for a wrong code does not end the session', async () => {
  const { events } = await run(refusal(401, { code: 'INVALID_CODE' }))
  expect(events).not.toContainEqual(['ended'])
})

test('a page without a session shows a 401 as any other refusal', async () => {
  const { events } = await run(refusal(401), {}, false)
  expect(events).toContainEqual(['show', expect.objectContaining({ problem: 'It can’t be.' })])
})

test('a change that its person has canceled has no problem', async () => {
  const onFailed = vi.fn()
  const { isMade, events } = await run(new DOMException('', 'AbortError'), { onFailed })
  expect(isMade).toBe(false)
  expect(events).toEqual([
    ['show', { sent: [7] }],
    ['show', {}],
  ])
  expect(onFailed).not.toHaveBeenCalled()
})

test('a list that can’t be refetched does not make a change fail', async () => {
  const { isMade } = await run('yes', { refresh: () => Promise.reject(new Error('offline')) })
  expect(isMade).toBe(true)
})
