import { describe, expect, it } from 'vitest'
import { us } from '#testbed/us.ts'
import { inSentences } from '../locale.ts'
import { formatBirthDate } from './birth-date.ts'
import { addDays, type IsoDate } from './clinic-date.ts'
import {
  formatDay,
  formatDayOfWeek,
  formatDaySpan,
  formatMoment,
  formatPeriod,
  formatTime,
  showDate,
  showSlot,
  showTimesIn,
  weekdayNames,
  weekdayOf,
} from './shown-date.ts'
import { showPeriod } from './shown-period.ts'

const german = { language: 'de-DE', country: 'DE' }
const english = { language: 'en', country: 'DE' }

it('returns the weekday of a day', () => {
  expect(weekdayOf('2026-11-21', us)).toBe('Saturday')
  expect(weekdayOf('2028-02-29', us)).toBe('Tuesday')
})

it('formats a birth date as the clinic’s country writes a day', () => {
  expect(formatBirthDate('1984-05-03', us)).toBe('May 3, 1984')
  expect(formatBirthDate('1984-05-03', german)).toBe('03.05.1984')
})

it('formats a day with its weekday as browsers do', () => {
  const day = { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  const formats = {
    short: new Intl.DateTimeFormat('en-US', { ...day, weekday: 'short' }),
    long: new Intl.DateTimeFormat('en-US', day),
    full: new Intl.DateTimeFormat('en-US', { ...day, month: 'long', year: 'numeric' }),
  }
  for (let date: IsoDate = '2026-01-01'; date < '2028-12-31'; date = addDays(date, 1)) {
    for (const style of ['short', 'long', 'full'] as const) {
      expect(formatDayOfWeek(date, us, style)).toBe(formats[style].format(new Date(date)))
    }
  }
})

it.each([
  [0, '12:00 AM'],
  [485, '8:05 AM'],
  [720, '12:00 PM'],
  [1_020, '5:00 PM'],
  [1_440, '12:00 AM'],
])('formats %i minutes after midnight as %s', (minutes, text) => {
  expect(formatTime(minutes, us)).toBe(text)
})

describe('formatPeriod', () => {
  it.each([
    ['2026-11-21T13:00:00Z', '2026-11-21T13:30:00Z', 'America/New_York', '8:00 – 8:30 AM EST'],
    ['2026-07-21T15:30:00Z', '2026-07-21T16:15:00Z', 'America/New_York', '11:30 AM – 12:15 PM EDT'],
    ['2026-07-20T20:00:00Z', '2026-07-20T20:15:00Z', 'Pacific/Chatham', '8:45 – 9:00 AM GMT+12:45'],
  ])('of %s to %s in %s is %s', (from, until, timeZone, text) => {
    expect(formatPeriod(new Date(from), new Date(until), timeZone, us)).toBe(text)
  })
})

it('writes a German clinic’s days and times in German', () => {
  expect(formatDayOfWeek('2026-11-25', german, 'short')).toBe('Mi., 25. Nov.')
  expect(formatDayOfWeek('2026-11-25', german, 'full')).toBe('Mittwoch, 25. November 2026')
  expect(formatDay('2026-11-25', german)).toBe('25.11.2026')
  expect(weekdayNames(german).slice(0, 2)).toEqual(['Montag', 'Dienstag'])
  expect([0, 485, 1_020, 1_440].map((minutes) => formatTime(minutes, german))).toEqual([
    '00:00',
    '08:05',
    '17:00',
    '00:00',
  ])
  expect(showSlot('08.00 AM - 08.30 AM', german)).toBe('08:00 – 08:30')
  expect(showSlot('11.30 PM - 12.00 AM', german)).toBe('23:30 – 00:00')
  expect(showDate('Nov 25, 2026', german)).toBe('25.11.2026')
  expect(showDate('soon', german)).toBe('soon')
  const [from, until] = [new Date('2026-11-25T14:00:00Z'), new Date('2026-11-25T14:30:00Z')]
  expect(formatPeriod(from, until, 'Europe/Berlin', german)).toBe('15:00–15:30 Uhr MEZ')
  expect(formatMoment(from, 'Europe/Berlin', german)).toBe('25.11.2026, 15:00')
})

it('writes English in Germany as it is written there', () => {
  expect(formatDayOfWeek('2026-11-25', english, 'short')).toBe('Wed, 25 Nov')
  expect(formatTime(1_020, { language: 'en-US', country: 'DE' })).toBe('17:00')
})

it('writes days and times within sentences in English, as the country orders them', () => {
  const inText = inSentences(german)
  expect(formatDayOfWeek('2026-11-25', inText, 'short')).toBe('Wed, 25 Nov')
  expect(formatDay('2026-11-25', inText)).toBe('25 Nov 2026')
  expect(weekdayNames(inText)[0]).toBe('Monday')
  expect([inSentences(us), inSentences(english)]).toEqual([us, english])
  expect(showTimesIn('Cleaning of Ann on Nov 25, 2026, 02.00 PM - 02.30 PM', german)).toBe(
    'Cleaning of Ann on 25 Nov 2026, 14:00 – 14:30',
  )
  const sentence = 'Cleaning of May 4 on Nov 25, 2026, 02.00 PM - 02.30 PM'
  expect(showTimesIn(sentence, us)).toBe(sentence)
})

it.each([
  ['08.00 AM - 08.30 AM', '8:00 to 8:30 AM', '08:00 – 08:30'],
  ['11.30 AM - 12.00 PM', '11:30 AM to 12:00 PM', '11:30 – 12:00'],
  ['01.00 PM - 01.30 PM', '1:00 to 1:30 PM', '13:00 – 13:30'],
  ['11.30 PM - 12.00 AM', '11:30 PM to 12:00 AM', '23:30 – 00:00'],
])('says the slot %s as %s', (slot, american, inGermany) => {
  expect(showPeriod(slot, us)).toBe(american)
  expect(showPeriod(slot, german)).toBe(inGermany)
})

it('shows days, times and slots in the United States as requests and responses have them', () => {
  expect(showSlot('08.00 AM - 08.30 AM', us)).toBe('08.00 AM - 08.30 AM')
  expect(showDate('Apr 30, 2026', us)).toBe('Apr 30, 2026')
  expect(formatDay('2026-04-30', us)).toBe('Apr 30, 2026')
})

it.each<[IsoDate, IsoDate, string]>([
  ['2026-12-06', '2026-12-19', 'Dec 6 – 19'],
  ['2026-11-29', '2026-12-12', 'Nov 29 – Dec 12'],
  ['2026-12-27', '2027-01-09', 'Dec 27 – Jan 9'],
])('formats the days from %s to %s as %s', (first, last, words) => {
  expect(formatDaySpan(first, last, us)).toBe(words)
})

it('formats a span of days as the clinic’s country writes it', () => {
  expect(formatDaySpan('2026-12-06', '2026-12-19', german)).toMatch(/^6\.–19\. Dez\.?$/)
})
