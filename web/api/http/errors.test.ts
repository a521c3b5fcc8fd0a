import { expect, test } from 'vitest'
import { ApiError, refusalOf, toProblem } from './errors.ts'

const retryHeader = (value: string | null) => new Headers(value === null ? {} : { 'retry-after': value })
const problem = { type: 'about:blank', title: 'Too Many Requests', status: 429 }

test('a 429 shows the detail of the problem', () => {
  const detail = 'Too many attempts. Please wait 7 minutes and try again.'
  expect(toProblem(429, { ...problem, detail }, retryHeader('420')).detail).toBe(detail)
})

test.each([
  [null, 'Too many attempts. Please wait 3 minutes and try again.', '180'],
  ['<html>', 'Too many attempts. Please wait 3 minutes and try again.', '121'],
  [{ message: 'Rate limited' }, 'Too many attempts. Please wait a minute and try again.', '60'],
  [problem, 'Too many attempts. Please wait 20 seconds and try again.', '20'],
  [problem, 'Too many attempts. Please wait a second and try again.', '1'],
  [null, 'Too many attempts. Please try again later.', null],
  [null, 'Too many attempts. Please try again later.', 'Wed, 21 Oct 2026 07:28:00 GMT'],
])('a 429 with the body %j shows “%s” for Retry-After %j', (answer, sentence, retryAfter) => {
  expect(toProblem(429, answer, retryHeader(retryAfter)).detail).toBe(sentence)
})

test('another error with an unreadable body is reported as our fault', () => {
  expect(toProblem(502, '<html>').detail).toBe('Something went wrong on our side. Please try again in a minute.')
})

test('a refusal is told in the sentence of its field, or else in its own', () => {
  const begun = 'This slot has already begun; choose a later one'
  const refused = { ...problem, status: 400, detail: `slot: ${begun}.` }
  expect(refusalOf(new ApiError({ ...refused, errors: { slot: begun } }))).toBe(begun)
  expect(refusalOf(new ApiError({ ...problem, detail: 'It was refused.' }))).toBe('It was refused.')
})
