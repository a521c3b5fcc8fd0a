import { describe, expect, it } from 'vitest'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { clinic } from '#server/testing/calendar/clinic.ts'
import { us } from '#testbed/us.ts'
import type { Period } from '../rules/rules.ts'
import { schemaOrgSpecialHours, specialDays, specialDaysInWords } from './special-days.ts'

const today: IsoDate = '2026-11-22'
const usual = [
  { from: 480, until: 720 },
  { from: 780, until: 1020 },
]

/** The special days of a clinic with these days, given as [date, note, periods]. */
function special(...days: [date: IsoDate, note: string, periods?: Period[]][]) {
  return specialDays(
    clinic({ days: new Map(days.map(([date, note, periods = []]) => [date, { note, periods }])) }),
    today,
  )
}
/** With plain spaces. */
const words = (...days: Parameters<typeof special>) =>
  specialDaysInWords(special(...days), us).replaceAll('\u00a0', ' ')

describe('the line about special days', () => {
  it('breaks within no day or time', () => {
    expect(specialDaysInWords(special(['2026-11-26', 'Half day', [{ from: 540, until: 720 }]]), us)).toBe(
      'Thursday,\u00a0Nov\u00a026, 9:00\u00a0AM to 12:00\u00a0PM: Half day',
    )
  })

  it('names a closed day with its note', () => {
    expect(words(['2026-11-26', 'Public holiday'])).toBe('Closed Thursday, Nov 26: Public holiday')
    expect(words(['2026-11-26', ' Staff\n training '])).toBe('Closed Thursday, Nov 26: Staff training')
    expect(words(['2026-11-26', ''])).toBe('Closed Thursday, Nov 26')
  })

  it('names the other hours of a day', () => {
    const morning = [
      { from: 540, until: 660 },
      { from: 690, until: 720 },
    ]
    expect(words(['2026-11-26', 'Half day', morning])).toBe(
      'Thursday, Nov 26, 9:00 AM to 11:00 AM and 11:30 AM to 12:00 PM: Half day',
    )
  })

  it('has one line for each day, in order, and one for consecutive days that are alike', () => {
    expect(
      words(
        ['2026-12-02', 'Vacation'],
        ['2026-11-26', 'Holiday'],
        ['2026-11-27', 'Holiday'],
        ['2026-11-28', ''],
        ['2026-12-01', 'Vacation'],
      ),
    ).toBe(
      'Closed Thursday, Nov 26 to Friday, Nov 27: Holiday\nClosed Saturday, Nov 28\nClosed Tuesday, Dec 1 to Wednesday, Dec 2: Vacation',
    )
  })

  it('is empty without days in the coming two weeks that differ from their weekday', () => {
    expect(words()).toBe('')
    expect(words(['2026-11-21', 'Yesterday'], ['2026-12-07', 'Later'], ['2026-11-24', 'As always', usual])).toBe('')
    expect(words([today, 'Today'], ['2026-12-06', 'In two weeks'])).toBe(
      'Closed Sunday, Nov 22: Today\nClosed Sunday, Dec 6: In two weeks',
    )
  })

  it('names the real end of days that have begun or end later', () => {
    const vacation = Array.from({ length: 30 }, (_, i): [IsoDate, string] => [addDays('2026-11-15', i), 'Vacation'])
    expect(words(...vacation)).toBe('Closed Sunday, Nov 22 to Monday, Dec 14: Vacation')
  })
})

it('special days in structured data have a row for each period, and midnight to midnight if closed', () => {
  const late = [
    { from: 480, until: 720 },
    { from: 780, until: 1_440 },
  ]
  expect(
    schemaOrgSpecialHours(special(['2026-11-26', 'Holiday'], ['2026-11-27', 'Holiday'], ['2026-11-28', '', late])),
  ).toEqual([
    { validFrom: '2026-11-26', validThrough: '2026-11-27', opens: '00:00', closes: '00:00' },
    { validFrom: '2026-11-28', validThrough: '2026-11-28', opens: '08:00', closes: '12:00' },
    { validFrom: '2026-11-28', validThrough: '2026-11-28', opens: '13:00', closes: '23:59' },
  ])
})
