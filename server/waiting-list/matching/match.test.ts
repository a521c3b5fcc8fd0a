import { expect, it } from 'vitest'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { growth } from '#testbed/growth.ts'
import { type Appointment, type FreeTime, matchOffers, type OfferedTime, timeKey, type Waiting } from './match.ts'

const minute = 60_000
const now = Date.parse('2026-05-01T12:00:00Z')
const monday: IsoDate = '2026-05-04'

const entry = (id: string, more: Partial<Waiting> = {}): Waiting => ({
  ...{ id, patientId: id, treatmentId: 'cleaning', doctorId: null, weekdays: [1, 2, 3, 4, 5] },
  ...{ fromMinutes: 480, untilMinutes: 1_020, lastDay: '2026-06-01', bookingId: null, before: null },
  ...{ lastOffer: null, openOffers: 0, isReachable: true },
  ...more,
})

const time = (hour: number, more: Partial<FreeTime> = {}): FreeTime => {
  const startsAt = Date.parse(`${more.date ?? monday}T${String(hour).padStart(2, '0')}:00:00Z`)
  const slot = `${String(hour).padStart(2, '0')}.00 AM - ${String(hour).padStart(2, '0')}.30 AM`
  return {
    treatmentId: 'cleaning',
    date: monday,
    slot,
    startsAt,
    endsAt: startsAt + 30 * minute,
    doctors: ['ida'],
    ...more,
  }
}

const match = (
  times: FreeTime[],
  entries: Waiting[],
  more: { offered?: Map<string, OfferedTime>; appointments?: Map<string, Appointment[]>; limit?: number } = {},
) =>
  matchOffers({ offered: new Map(), appointments: new Map(), limit: 100, ...more, times, entries, now }).map(
    (each) => `${each.entry.id} ${each.time.slot.slice(0, 8)}`,
  )

it('offers a time to three people at once, in the order in which they joined', () => {
  expect(
    match(
      [time(9)],
      ['a', 'b', 'c', 'd'].map((id) => entry(id)),
    ),
  ).toEqual(['a 09.00 AM', 'b 09.00 AM', 'c 09.00 AM'])
})

it('gives each person one time, and the next ones to those after them', () => {
  const entries = ['a', 'b', 'c', 'd'].map((id) => entry(id))
  expect(match([time(9), time(10)], entries).slice(3)).toEqual(['d 10.00 AM'])
  const twice = [entry('a'), entry('a2', { patientId: 'a', treatmentId: 'filling' })]
  expect(match([time(9), time(10, { treatmentId: 'filling' })], twice)).toEqual(['a 09.00 AM'])
})

it('waits for half an hour before it offers the time to others, and to nobody again', () => {
  const offered = (minutes: number) =>
    new Map([[timeKey(time(9)), { patientIds: new Set(['a']), last: now - minutes * minute }]])
  const entries = [entry('a'), entry('b')]
  expect(match([time(9)], entries, { offered: offered(29) })).toEqual([])
  expect(match([time(9)], entries, { offered: offered(30) })).toEqual(['b 09.00 AM'])
})

it('leaves out who got an offer within half an hour, has three open ones, or has no confirmed email', () => {
  const entries = [
    entry('recent', { lastOffer: now - 29 * minute }),
    entry('many', { openOffers: 3, lastOffer: now - 99 * minute }),
    entry('unreachable', { isReachable: false }),
    entry('next', { openOffers: 2, lastOffer: now - 30 * minute }),
  ]
  expect(match([time(9)], entries)).toEqual(['next 09.00 AM'])
})

it.each<[string, Partial<Waiting>]>([
  ['another weekday', { weekdays: [2, 7] }],
  ['it begins before their hours', { fromMinutes: 541 }],
  ['it ends after their hours', { untilMinutes: 569 }],
  ['it is after their last day', { lastDay: '2026-05-03' }],
  ['it is not earlier than their appointment', { before: time(9).startsAt }],
  ['another dentist', { doctorId: 'oskar' }],
  ['another treatment', { treatmentId: 'filling' }],
])('does not fit: %s', (_why, more) => {
  expect(match([time(9)], [entry('a', more)])).toEqual([])
})

it('leaves out a time at which the patient has another appointment, or one of the treatment that day', () => {
  const busy = (more: Partial<Appointment>) =>
    new Map([['a', [{ ...time(9), id: 'x', treatmentId: 'filling', ...more }]]])
  expect(match([time(9)], [entry('a')], { appointments: busy({}) })).toEqual([])
  const later = { startsAt: time(11).startsAt, endsAt: time(11).endsAt }
  expect(match([time(9)], [entry('a')], { appointments: busy(later) })).toEqual(['a 09.00 AM'])
  expect(match([time(9)], [entry('a')], { appointments: busy({ ...later, treatmentId: 'cleaning' }) })).toEqual([])
  const moved = entry('a', { bookingId: 'x', before: time(11).startsAt })
  expect(match([time(9)], [moved], { appointments: busy({ ...later, treatmentId: 'cleaning' }) })).toEqual([
    'a 09.00 AM',
  ])
})

it('takes time in proportion to the people who wait', () => {
  const dates: IsoDate[] = ['2026-05-04', '2026-05-05', '2026-05-06', '2026-05-07', '2026-05-08']
  const times = dates.flatMap((date) => [8, 9, 10, 11].map((hour) => time(hour, { date })))
  const matchAmong = (people: number) => {
    const entries = Array.from({ length: people }, (_, i) => entry(`p${i}`, i < people - 10 ? { weekdays: [7] } : {}))
    expect(match(times, entries, { limit: 1_000 })).toHaveLength(10)
  }
  // The square would be a hundred times.
  expect(growth(matchAmong, 500, 5_000)).toBeLessThan(50)
})
