import fc from 'fast-check'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { DayClock } from '#server/calendar/rules/day-clock.ts'
import type { Busy } from '#server/calendar/rules/free-times.ts'
import { type DoctorRule, type Rules, toWeek, type Week } from '#server/calendar/rules/rules.ts'
import { block, clinic, doctor, policy, treatment } from '#server/testing/calendar/clinic.ts'

const anyPeriods = fc
  .uniqueArray(fc.integer({ min: 0, max: 96 }), { minLength: 2, maxLength: 4 })
  .map((marks) => marks.toSorted((a, b) => a - b))
  .map((marks) =>
    marks.length < 4
      ? [{ from: (marks[0] ?? 0) * 15, until: (marks[1] ?? 0) * 15 }]
      : [
          { from: (marks[0] ?? 0) * 15, until: (marks[1] ?? 0) * 15 },
          { from: (marks[2] ?? 0) * 15, until: (marks[3] ?? 0) * 15 },
        ],
  )
const anyWeek = fc
  .array(fc.option(anyPeriods, { nil: [] }), { minLength: 7, maxLength: 7 })
  .map((days) => toWeek(days.flatMap((periods, i) => periods.map((period) => ({ weekday: i + 1, ...period })))))
const treatmentIds = ['cleaning', 'surgery']
const anyTreatments = fc
  .tuple(...treatmentIds.map(() => fc.tuple(fc.constantFrom(15, 30, 45, 90, 240), fc.constantFrom(0, 5, 15))))
  .map((all) => all.map(([duration, buffer], i) => treatment(treatmentIds[i] ?? '', duration, buffer)))
/** Chairs that are for some treatments only: one that the clinic no longer offers may be among them. */
const anyChairTreatments = fc
  .record(
    {
      c0: fc.subarray([...treatmentIds, 'retired'], { minLength: 1 }),
      c1: fc.subarray([...treatmentIds, 'retired'], { minLength: 1 }),
    },
    { requiredKeys: [] },
  )
  .map((byChair) => new Map(Object.entries(byChair).map(([id, ids]) => [id, new Set(ids)])))
/** Both clock changes of New York, Lord Howe's half hour, and days without one. */
export const anyDay = fc.constantFrom<IsoDate>('2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04', '2026-06-15')
const anyDoctors = fc
  .array(
    fc.record({
      ids: fc.subarray(treatmentIds),
      week: fc.option(anyWeek, { nil: undefined }),
      weekB: fc.option(anyWeek, { nil: undefined }),
      away: fc.boolean(),
    }),
    {
      maxLength: 3,
    },
  )
  .map((all) =>
    all.map(({ ids, week, weekB, away }, i) =>
      doctor(`d${i}`, ids, {
        week,
        weekB: week && weekB,
        absences: away ? [{ firstDay: '2026-03-08', lastDay: '2026-04-05' }] : [],
      }),
    ),
  )
const anyBlocks = fc.array(
  fc
    .record({
      whose: fc.constantFrom({}, { doctorId: 'd0' }, { doctorId: 'd1' }, { chairId: 'c0' }, { chairId: 'c1' }),
      days: fc.oneof(
        fc.record({ weekdays: fc.subarray([1, 6, 7], { minLength: 1 }) }),
        anyDay.map((day) => ({ weekdays: [], firstDay: day, lastDay: day })),
        fc.constant({ weekdays: [], firstDay: '2026-03-08', lastDay: '2026-04-05' } as const),
      ),
      marks: fc.uniqueArray(fc.integer({ min: 0, max: 96 }), { minLength: 2, maxLength: 2 }),
    })
    .map(({ whose, days, marks: [a = 0, b = 0] }) =>
      block(Math.min(a, b) * 15, Math.max(a, b) * 15, { ...whose, ...days }),
    ),
  { maxLength: 3 },
)
/** Clinics with treatments of different lengths, up to three doctors, some of whom have two weeks in turn, two chairs,
 *  which may be for some treatments only, and three blocks. */
export const anyClinic = fc
  .record({
    timeZone: fc.constantFrom('America/New_York', 'Australia/Lord_Howe', 'UTC'),
    week: anyWeek,
    treatments: anyTreatments,
    doctors: anyDoctors,
    chairs: fc.constantFrom<string[]>([], ['c0'], ['c0', 'c1']),
    chairTreatments: anyChairTreatments,
    blocks: anyBlocks,
    gridMinutes: fc.constantFrom(10, 15, 30, 60),
    noticeMinutes: fc.constantFrom(0, 0, 90),
    fillGaps: fc.boolean(),
  })
  .map(({ gridMinutes, noticeMinutes, fillGaps, ...rest }) =>
    clinic({ ...rest, policy: { ...policy, gridMinutes, noticeMinutes, fillGaps } }),
  )
/** Bookings in quarters of an hour since midnight. */
export const anyBookings = fc.array(
  fc.record({
    treatmentId: fc.constantFrom(...treatmentIds),
    doctorId: fc.constantFrom(null, 'd0', 'd1', 'd2'),
    chairId: fc.constantFrom(null, 'c0', 'c1'),
    start: fc.integer({ min: -4, max: 96 }),
    length: fc.integer({ min: 1, max: 8 }),
  }),
  { maxLength: 12 },
)

/** Returns bookings as they are on a day. */
export function bookingsOn({ startsAt }: DayClock, bookings: RandomBooking[]): Busy[] {
  return bookings.map(({ start, length, ...rest }) => ({
    ...rest,
    from: startsAt + start * quarter,
    until: startsAt + (start + length) * quarter,
  }))
}

/** The days of the random tests in weeks B, counted by hand from Jan 1, 2024, a Monday. */
const daysOfB = new Set<IsoDate>(['2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04', '2026-03-20'])

/** Returns the hours of a doctor in the week of one of these days; undefined if they are the clinic's. */
export function weekByHand({ week, weekB }: DoctorRule, date: IsoDate): Week | undefined {
  return weekB !== undefined && daysOfB.has(date) ? weekB : week
}

/** Tells whether somebody who looks a chair up may use it for a treatment. */
export function maySeat({ chairTreatments }: Rules, chair: string, treatmentId: string): boolean {
  for (const [id, treatments] of chairTreatments) if (id === chair) return [...treatments].includes(treatmentId)
  return true
}

type RandomBooking = typeof anyBookings extends fc.Arbitrary<(infer Each)[]> ? Each : never

const quarter = 15 * 60_000
