import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { clinicInstant } from '#contract/kit/time/clinic-instant.ts'
import { slotEndMinutes, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { clinic, everyDay, treatment } from '#server/testing/calendar/clinic.ts'
import { dayClock } from './day-clock.ts'
import { planTreatment } from './plan.ts'

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

const formats = new Map<string, Intl.DateTimeFormat>()
const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const

function wallClock(instant: number, timeZone: string) {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, ...digits, hourCycle: 'h23' })
  formats.set(timeZone, format)
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  return { day: `${part.year}-${part.month}-${part.day}`, minutes: Number(part.hour) * 60 + Number(part.minute) }
}

function expectLocalTime(day: IsoDate, minutes: number, zone: string) {
  const { instantOf, minutesOf } = dayClock(day, zone)
  expect(wallClock(instantOf(minutes), zone)).toEqual({ day, minutes })
  expect(minutesOf(instantOf(minutes))).toBe(minutes)
}

it('is the same instant for the pages, which know no time zone library', () => {
  fc.assert(
    fc.property(anyDay, fc.nat(1_439), anyZone, (day, minutes, zone) => {
      const { instantOf, minutesOf } = dayClock(day, zone)
      // A time that the clock skips.
      fc.pre(minutesOf(instantOf(minutes)) === minutes)
      expect(clinicInstant(day, minutes, zone).getTime()).toBe(instantOf(minutes))
    }),
    { numRuns: 300 },
  )
})

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
      const { endsAt, endMinutesOf } = dayClock(day, zone)
      expect(endsAt).toBe(dayClock(addDays(day, 1), zone).startsAt)
      expect(endMinutesOf(endsAt)).toBe(1_440)
    }),
  )
  const hours = (day: IsoDate) => {
    const { startsAt, endsAt } = dayClock(day, 'America/New_York')
    return (endsAt - startsAt) / 3_600_000
  }
  expect([hours('2026-03-08'), hours('2026-03-09'), hours('2026-11-01')]).toEqual([23, 24, 25])
})

const minute = 60_000
const firstDay = Date.parse('2026-11-25T00:00:00Z')

/** Returns the days of two years on which the clocks of a zone change, and those beside them, by the zones' different
 *  changes. */
function findChanges() {
  const found = new Map<string, { timeZone: string; days: IsoDate[] }>()
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    const offsets = Array.from({ length: 731 }, (_, i) => format.format(firstDay + i * 1_440 * minute).split('GMT')[1])
    const changes = offsets.flatMap((offset, i) => (i > 0 && offset !== offsets[i - 1] ? [i] : []))
    const days = changes.flatMap((i) => [-2, -1, 0, 1].map((n) => addDays('2026-11-25', i + n)))
    const key = changes.map((i) => [i, offsets[i - 1], offsets[i]]).join()
    if (days.length > 0) found.set(key, { timeZone, days: [...new Set(days)] })
  }
  return [...found.values()]
}

/** Returns the half hours of the wall clock that a day has, each with its first instant, without one that ends before
 *  it begins: on the Chatham Islands the clocks go back at 3:45. */
function halfHoursOf(day: IsoDate, timeZone: string): Map<number, number> {
  const found = new Map<number, number>()
  const noon = Date.parse(`${day}T12:00:00Z`)
  for (let at = noon - 27 * 60 * minute; at < noon + 27 * 60 * minute; at += 15 * minute) {
    const wall = wallClock(at, timeZone)
    if (wall.day === day && wall.minutes % 30 === 0 && !found.has(wall.minutes)) found.set(wall.minutes, at)
  }
  for (const [minutes, at] of found) if (wallClock(at + 29 * minute, timeZone).minutes < minutes) found.delete(minutes)
  return found
}

describe('a clinic that never closes, on days around a clock change', () => {
  const changing = findChanges()
  const rulesIn = (timeZone: string, lengths: readonly number[]) =>
    clinic({
      timeZone,
      week: everyDay([{ from: 0, until: 1_440 }]),
      treatments: lengths.map((length) => treatment(`${length}`, length)),
    })

  it('offers each half hour that the day has once, as its first', () => {
    expect(changing.length).toBeGreaterThan(15)
    for (const { timeZone, days } of changing) {
      for (const day of days) {
        const rules = rulesIn(timeZone, [30])
        const offered = rules.treatments.flatMap((each) =>
          planTreatment(rules, each, day).map(({ slot, startsAt }) => [slotStartMinutes(slot), startsAt]),
        )
        expect(offered, `${day} in ${timeZone}`).toEqual([...halfHoursOf(day, timeZone)].sort(([a], [b]) => a - b))
      }
    }
  })

  it('offers no slot that ends before it begins, or at another time than the wall clock shows', () => {
    const wrong: string[] = []
    for (const { timeZone, days } of changing) {
      for (const day of days) {
        const rules = rulesIn(timeZone, [15, 45, 60, 90, 150])
        for (const each of rules.treatments) {
          for (const { slot, startsAt, endsAt } of planTreatment(rules, each, day)) {
            const [from, until] = [slotStartMinutes(slot), slotEndMinutes(slot)]
            const first = wallClock(startsAt, timeZone)
            const last = wallClock(endsAt - minute, timeZone)
            const isRight =
              from < until && startsAt < endsAt && first.day === day && first.minutes === from && last.day === day
            if (!isRight || last.minutes !== until - 1) wrong.push(`${slot} on ${day} in ${timeZone}`)
          }
        }
      }
    }
    expect(wrong).toEqual([])
  })
})

it.each([
  ['2026-11-01', '01.30 AM - 02.00 AM', '2026-11-01T05:30:00.000Z'],
  ['2026-03-08', '01.30 AM - 02.00 AM', '2026-03-08T06:30:00.000Z'],
  ['2026-03-08', '03.00 AM - 03.30 AM', '2026-03-08T07:00:00.000Z'],
  ['2026-11-01', '11.30 PM - 12.00 AM', '2026-11-02T04:30:00.000Z'],
] as [IsoDate, string, string][])('in New York, %s has %s at %s', (day, slot, instant) => {
  const rules = clinic({ timeZone: 'America/New_York', week: everyDay([{ from: 0, until: 1_440 }]) })
  const times = planTreatment(rules, treatment('cleaning'), day)
  expect(times.find((time) => time.slot === slot)?.startsAt).toBe(Date.parse(instant))
})

it('hours that begin or end while the clock skips begin and end when it goes on', () => {
  const { instantOf } = dayClock('2026-03-08', 'America/New_York')
  const skipped = Date.parse('2026-03-08T07:00:00Z')
  expect([120, 135, 150, 180].map(instantOf)).toEqual([skipped, skipped, skipped, skipped])
  const nuuk = dayClock('2027-03-27', 'America/Nuuk')
  expect([1_380, 1_410, 1_440].map(nuuk.instantOf)).toEqual([nuuk.endsAt, nuuk.endsAt, nuuk.endsAt])
})
