import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  clinicMinutes,
  clinicToday,
  daysOfMonth,
  formatMediumDate,
  type IsoDate,
  isIsoDate,
  isoMonth,
  isTimeZone,
  mediumDate,
  monthOf,
  parseMediumDate,
  readIsoDate,
} from './clinic-date.ts'
import { isoDateOrEmpty } from './iso-date.ts'

const days = fc
  .date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10) as IsoDate)

describe('the medium format', () => {
  it('is parsed to the formatted day, for every day', () => {
    fc.assert(fc.property(days, (day) => void expect(parseMediumDate(formatMediumDate(day))).toBe(day)))
  })

  it('is that of en-US browsers', () => {
    const browser = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
    fc.assert(fc.property(days, (day) => void expect(formatMediumDate(day)).toBe(browser.format(new Date(day)))))
  })

  it.each([
    '2026-11-21',
    'Nov 21 2026',
    'nov 21, 2026',
    'Nov 05, 2026',
    'Feb 29, 2026',
    'Apr 31, 2026',
    'Nov 0, 2026',
    'Nov 21, 26',
    'Nov 21, 2026 ',
    'Nov 21, 2026\n',
    'November 21, 2026',
    '',
  ])('rejects %j', (text) => {
    expect(parseMediumDate(text)).toBeUndefined()
    expect(mediumDate.safeParse(text).success).toBe(false)
  })

  it('includes leap days', () => {
    expect(parseMediumDate('Feb 29, 2028')).toBe('2028-02-29')
    expect(parseMediumDate('Feb 29, 2100')).toBeUndefined()
  })
})

describe('the clinic’s today', () => {
  it.each([
    ['2026-11-21T04:59:59Z', 'America/New_York', '2026-11-20'],
    ['2026-11-21T05:00:00Z', 'America/New_York', '2026-11-21'],
    ['2026-12-31T23:59:59Z', 'UTC', '2026-12-31'],
    ['2026-12-31T13:00:00Z', 'Pacific/Auckland', '2027-01-01'],
    ['2026-02-28T10:14:59Z', 'Pacific/Chatham', '2026-02-28'],
    ['2026-02-28T10:15:00Z', 'Pacific/Chatham', '2026-03-01'],
  ])('at %s in %s is %s', (now, zone, day) => {
    expect(clinicToday(new Date(now), zone)).toBe(day)
  })

  it('differs from the day in UTC by at most one day', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(zones, instants, (zone, now) => {
        const utc = now.toISOString().slice(0, 10) as IsoDate
        expect([addDays(utc, -1), utc, addDays(utc, 1)]).toContain(clinicToday(now, zone))
      }),
    )
  })
})

it('adds days across months, years and leap days', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
})

it.each([
  ['America/New_York', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
])('%j is a time zone: %s', (name, known) => {
  expect(isTimeZone(name)).toBe(known)
})

it.each([
  ['2026-11-21T05:00:00Z', 'America/New_York', 0],
  ['2026-11-21T04:59:59Z', 'America/New_York', 23 * 60 + 59],
  ['2026-02-28T00:00:00Z', 'Pacific/Chatham', 13 * 60 + 45],
])('at %s in %s the wall clock shows %i minutes', (now, zone, minutes) => {
  expect(clinicMinutes(new Date(now), zone)).toBe(minutes)
})

describe('a month', () => {
  it('has all days of each leap and common year', () => {
    expect(daysOfMonth('2028-02')).toHaveLength(29)
    expect(daysOfMonth('2026-02').at(-1)).toBe('2026-02-28')
    fc.assert(fc.property(days, (day) => void expect(daysOfMonth(monthOf(day))).toContain(day)))
  })

  it('is followed by the month of the day after its last', () => {
    expect(addMonths('2026-11', 3)).toBe('2027-02')
    fc.assert(
      fc.property(days, (day) => {
        const month = monthOf(day)
        const last = daysOfMonth(month).at(-1) ?? day
        expect(addMonths(month, 1)).toBe(monthOf(addDays(last, 1)))
      }),
      { examples: [['2026-12-31']] },
    )
  })

  it.each(['2026-1', '2026-00', '2026-13', '2026-11-01', 'Nov 2026', '0026-11'])('can’t be %j', (text) => {
    expect(isoMonth.safeParse(text).success).toBe(false)
  })
})

describe('a day as the database writes it', () => {
  it('is each day that exists', () => {
    fc.assert(fc.property(days, (day) => void expect([isIsoDate(day), readIsoDate(day)]).toEqual([true, day])))
  })

  it.each(['', '2026-02-29', '2026-13-01', '2026-1-1', '12026-01-01', '2026-01-01T00:00', ' 2026-01-01'])(
    'is not %j',
    (text) => expect([isIsoDate(text), isoDateOrEmpty.safeParse(text).success]).toEqual([false, text === '']),
  )

  // A date field has such a value while the year is typed.
  it('is read from the year 1000 on', () => {
    expect([isIsoDate('0002-11-21'), readIsoDate('0002-11-21')]).toEqual([true, undefined])
  })
})
