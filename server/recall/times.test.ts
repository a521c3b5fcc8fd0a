import { expect, it } from 'vitest'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { suggestTimes } from './times.ts'

const eight = '08.00 AM - 08.30 AM'
const nine = '09.00 AM - 09.30 AM'
const four = '04.00 PM - 04.30 PM'
const habit = { doctorId: 'bell', minutes: 8 * 60 }

/** A day with these times, each with the dentists who are free then. */
const day = (date: IsoDate, times: Record<string, string[]>) => ({
  date,
  times: Object.entries(times).map(([slot, doctors]) => ({ slot, doctors })),
})

it('offers one time a day, the earliest days first', () => {
  const days = (['2026-05-04', '2026-05-05', '2026-05-06', '2026-05-07'] as const).map((date) =>
    day(date, { [eight]: ['bell'], [nine]: ['bell'] }),
  )
  expect(suggestTimes(days, habit, 3)).toEqual([
    { date: '2026-05-04', slot: eight, doctorId: 'bell' },
    { date: '2026-05-05', slot: eight, doctorId: 'bell' },
    { date: '2026-05-06', slot: eight, doctorId: 'bell' },
  ])
})

it('prefers the patient’s dentist on a later day, then the time of day', () => {
  const days = [
    day('2026-05-04', { [eight]: ['okafor'] }),
    day('2026-05-05', { [four]: ['bell'] }),
    day('2026-05-06', { [eight]: ['okafor'], [nine]: ['bell'] }),
    day('2026-05-07', { [eight]: ['bell'] }),
  ]
  expect(suggestTimes(days, habit, 2)).toEqual([
    { date: '2026-05-06', slot: nine, doctorId: 'bell' },
    { date: '2026-05-07', slot: eight, doctorId: 'bell' },
  ])
})

it('offers others where the dentist has left, and nothing where nothing is free', () => {
  const days = [day('2026-05-04', {}), day('2026-05-05', { [four]: ['okafor'], [nine]: [] })]
  expect(suggestTimes(days, { ...habit, doctorId: null }, 3)).toEqual([{ date: '2026-05-05', slot: nine }])
  expect(suggestTimes([day('2026-05-04', {})], habit, 3)).toEqual([])
})
