import { expect, it } from 'vitest'
import { clinic } from '#server/testing/calendar/clinic.ts'
import { openInWords } from './open-now.ts'

const day = [
  { from: 480, until: 720 },
  { from: 780, until: 1020 },
]
// Monday to Friday.
const week = new Map([1, 2, 3, 4, 5].map((weekday) => [weekday, day] as const))
const closed = new Map([['2026-11-26', { note: 'Thanksgiving', periods: [] }]] as const)
const rules = clinic({ week, days: closed })
const at = (instant: string) => openInWords(rules, new Date(instant)).replaceAll('\u00a0', ' ')

it.each([
  ['in the morning', '2026-11-23T13:00:00Z', 'Open now, until 12:00 PM'],
  ['at its last minute', '2026-11-23T16:59:59Z', 'Open now, until 12:00 PM'],
  ['in the break', '2026-11-23T17:00:00Z', 'Opens today at 1:00 PM'],
  ['in the evening', '2026-11-23T22:00:00Z', 'Opens tomorrow at 8:00 AM'],
  ['before a holiday', '2026-11-25T22:00:00Z', 'Opens on Fri, Nov 27 at 8:00 AM'],
  ['before a weekend', '2026-11-27T22:00:00Z', 'Opens on Mon, Nov 30 at 8:00 AM'],
])('%s it says so', (_when, instant, words) => expect(at(instant)).toBe(words))

it('a clinic without hours says nothing', () => {
  expect(openInWords(clinic({ week: new Map() }), new Date('2026-11-23T13:00:00Z'))).toBe('')
})
