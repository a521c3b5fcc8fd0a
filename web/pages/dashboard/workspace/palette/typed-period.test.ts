import { expect, test } from 'vitest'
import { readTypedPeriod } from './typed-period.ts'

const at = (from: number, until: number) => ({ from: from * 60, until: until * 60 })

test.each([
  ['2-3', at(14, 15)],
  ['2 to 3 pm', at(14, 15)],
  ['from 8 until 9:30', at(8, 9.5)],
  ['11-1pm', at(11, 13)],
  ['11am-12pm', at(11, 12)],
  ['14:00-15:30', at(14, 15.5)],
  ['12–1', at(12, 13)],
])('%s is a part of the day', (typed, period) => {
  expect(readTypedPeriod(`block weber ${typed} now`)).toMatchObject({
    period,
    rest: expect.stringMatching(/^block weber +now$/),
  })
})

test.each(['212-555', '3-2', '25-26', '13 pm-14 pm', '9:75-10', '2026-12-10'])('%s is none', (typed) => {
  expect(readTypedPeriod(`block ${typed}`)).toEqual({ period: undefined, rest: `block ${typed}` })
})
