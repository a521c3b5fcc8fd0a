import { describe, expect, test } from 'vitest'
import { type Call, contradictions, staleLists } from './history.ts'

type Change = Exclude<Call, { kind: 'list' }>
const ann = { patient: 'ann', doctor: 'okafor', side: 0 }
const book = (start: number, to: string, more: Partial<Change> = {}): Call =>
  ({ ...ann, kind: 'book', to, start, end: start + 1, outcome: 'done', ...more }) as Call
const cancel = (start: number, at: string, more: Partial<Change> = {}): Call =>
  ({ ...ann, kind: 'cancel', at, start, end: start + 1, outcome: 'done', ...more }) as Call
const move = (start: number, at: string, to: string, more: Partial<Change> = {}): Call =>
  ({ ...ann, kind: 'move', at, to, start, end: start + 1, outcome: 'done', ...more }) as Call
const pay = (start: number, at: string): Call => ({ ...ann, kind: 'pay', at, start, end: start + 1, outcome: 'done' })
const list = (start: number, ...times: string[]): Call => ({
  ...{ ...ann, kind: 'list', start, end: start + 1 },
  listed: new Map(times.map((time) => [time.replace('!', ''), time.endsWith('!') ? 'paid' : 'booked'])),
})
const ben = { patient: 'ben' }

describe('a list', () => {
  test.each<[string, boolean, Call[]]>([
    ['has what was booked', true, [book(0, 'eight'), list(2, 'eight')]],
    ['lacks what was booked', false, [book(0, 'eight'), list(2)]],
    ['lacks what is being booked', true, [book(0, 'eight', { end: 5 }), list(2)]],
    ['has what was cancelled', false, [book(0, 'eight'), cancel(2, 'eight'), list(4, 'eight')]],
    ['has what was moved where it was', false, [book(0, 'eight'), move(2, 'eight', 'nine'), list(4, 'eight')]],
    ['has what was moved where it is', true, [book(0, 'eight'), move(2, 'eight', 'nine'), list(4, 'nine')]],
    ['says that what was paid is not', false, [book(0, 'eight'), pay(2, 'eight'), list(4, 'eight')]],
    ['says that what was paid is', true, [book(0, 'eight'), pay(2, 'eight'), list(4, 'eight!')]],
    ['has what nobody knows of', true, [book(0, 'eight', { outcome: 'unknown' }), list(2, 'eight')]],
    [
      'loses what it had',
      false,
      [book(0, 'eight', { outcome: 'unknown' }), list(2, 'eight'), list(4), list(6, 'eight')],
    ],
  ])('%s: %s', (_name, expected, calls) => expect(contradictions(calls)).toEqual(expected ? [] : ['the list of ann']))
})

describe('a calendar', () => {
  const wrong = ['the calendar of okafor, part 1']
  test.each<[string, string[], Call[]]>([
    ['gives a time once', [], [book(0, 'eight'), book(2, 'eight', { ...ben, outcome: 'taken' })]],
    ['gives a time twice', wrong, [book(0, 'eight'), book(2, 'eight', ben)]],
    ['gives a time twice at once', wrong, [book(0, 'eight', { end: 9 }), book(2, 'eight', { ...ben, end: 9 })]],
    ['gives a time again that was cancelled', [], [book(0, 'eight'), cancel(2, 'eight'), book(4, 'eight', ben)]],
    ['gives a time again that was moved', [], [book(0, 'eight'), move(2, 'eight', 'nine'), book(4, 'eight', ben)]],
    ['refuses a time that nobody has', wrong, [book(0, 'eight', { outcome: 'taken' })]],
    [
      'refuses a time that an unanswered call has',
      [],
      [book(0, 'eight', { outcome: 'unknown' }), book(2, 'eight', { ...ben, outcome: 'taken' })],
    ],
  ])('%s: %j', (_name, expected, calls) => expect(contradictions(calls)).toEqual(expected))
})

test('stale lists are counted, and those that a later call explains are not', () => {
  const calls = [
    book(0, 'eight'),
    list(2),
    list(3, 'eight'),
    cancel(5, 'eight', { end: 9 }),
    list(7),
    list(10, 'eight'),
  ]
  expect(staleLists(calls).map(({ start }) => start)).toEqual([2, 10])
})
