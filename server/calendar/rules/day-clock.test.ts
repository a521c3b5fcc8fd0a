import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { dayClock } from './day-clock.ts'

const zones = [
  'America/New_York',
  'Europe/Copenhagen',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Asia/Beirut',
  'UTC',
]
const anyZone = fc.constantFrom(...zones)
const anyMinutes = fc.integer({ min: 8 * 60, max: 17 * 60 })
const anyDay = fc.integer({ min: 0, max: 3_650 }).map((n) => addDays('2024-01-01', n))

function wallClock(instant: number, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  return { day: `${part.year}-${part.month}-${part.day}`, minutes: Number(part.hour) * 60 + Number(part.minute) }
}

function expectLocalTime(day: IsoDate, minutes: number, zone: string) {
  const { instantOf, minutesOf } = dayClock(day, zone)
  expect(wallClock(instantOf(minutes), zone)).toEqual({ day, minutes })
  expect(minutesOf(instantOf(minutes))).toBe(minutes)
}

describe('a time of day is at its local time', () => {
  it('on any day, in any zone', () => {
    fc.assert(fc.property(anyDay, anyMinutes, anyZone, expectLocalTime))
  })

  it.each([
    ['2026-03-08', 'America/New_York'],
    ['2026-11-01', 'America/New_York'],
    ['2026-03-29', 'Europe/Copenhagen'],
    ['2026-10-25', 'Europe/Copenhagen'],
    ['2026-04-05', 'Pacific/Chatham'],
    ['2026-09-27', 'Pacific/Chatham'],
    ['2026-03-29', 'Asia/Beirut'],
    ['2026-01-31', 'America/New_York'],
    ['2026-02-28', 'America/New_York'],
    ['2026-12-31', 'Pacific/Chatham'],
    ['2027-01-01', 'Pacific/Chatham'],
  ] as [IsoDate, string][])('on %s in %s: a clock change, the turn of a month or of a year', (day, zone) => {
    for (let minutes = 4 * 60; minutes < 1_440; minutes += 30) expectLocalTime(day, minutes, zone)
  })

  it('an hour later in UTC after the clocks go back', () => {
    const eight = (day: IsoDate) => new Date(dayClock(day, 'America/New_York').instantOf(8 * 60)).toISOString()
    expect(eight('2026-10-31')).toBe('2026-10-31T12:00:00.000Z')
    expect(eight('2026-11-01')).toBe('2026-11-01T13:00:00.000Z')
  })
})

it('a day ends when the next one begins, and lasts 23 and 25 hours at the clock changes', () => {
  fc.assert(
    fc.property(anyDay, anyZone, (day, zone) => {
      const { endsAt, minutesOf } = dayClock(day, zone)
      expect(endsAt).toBe(dayClock(addDays(day, 1), zone).startsAt)
      expect(minutesOf(endsAt)).toBe(1_440)
    }),
  )
  const hours = (day: IsoDate) => {
    const { startsAt, endsAt } = dayClock(day, 'America/New_York')
    return (endsAt - startsAt) / 3_600_000
  }
  expect([hours('2026-03-08'), hours('2026-03-09'), hours('2026-11-01')]).toEqual([23, 24, 25])
})
