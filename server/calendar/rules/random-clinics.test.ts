import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type IsoDate, isoWeekday } from '#contract/kit/time/clinic-date.ts'
import { block, clinic, doctor, policy, treatment } from '#server/testing/calendar/clinic.ts'
import { blockedOn } from './available-hours.ts'
import { type DayClock, dayClock } from './day-clock.ts'
import { type Busy, freeTimes } from './free-times.ts'
import { findOffer } from './offer.ts'
import { planDay } from './plan.ts'
import { type Period, type Rules, toWeek } from './rules.ts'

const minute = 60_000
const runs = 400

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
// Both clock changes of New York, Lord Howe's half hour, and days without one.
const anyDay = fc.constantFrom<IsoDate>('2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04', '2026-06-15')
const anyDoctors = fc
  .array(
    fc.record({ ids: fc.subarray(treatmentIds), week: fc.option(anyWeek, { nil: undefined }), away: fc.boolean() }),
    {
      maxLength: 3,
    },
  )
  .map((all) =>
    all.map(({ ids, week, away }, i) =>
      doctor(`d${i}`, ids, { week, absences: away ? [{ firstDay: '2026-03-08', lastDay: '2026-04-05' }] : [] }),
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
const anyClinic = fc
  .record({
    timeZone: fc.constantFrom('America/New_York', 'Australia/Lord_Howe', 'UTC'),
    week: anyWeek,
    treatments: anyTreatments,
    doctors: anyDoctors,
    chairs: fc.constantFrom<string[]>([], ['c0'], ['c0', 'c1']),
    blocks: anyBlocks,
    gridMinutes: fc.constantFrom(10, 15, 30, 60),
    noticeMinutes: fc.constantFrom(0, 0, 90),
  })
  .map(({ gridMinutes, noticeMinutes, ...rest }) =>
    clinic({ ...rest, policy: { ...policy, gridMinutes, noticeMinutes } }),
  )
const anyBookings = fc.array(
  fc.record({
    treatmentId: fc.constantFrom(...treatmentIds),
    doctorId: fc.constantFrom(null, 'd0', 'd1', 'd2'),
    chairId: fc.constantFrom(null, 'c0', 'c1'),
    start: fc.integer({ min: -4, max: 96 }),
    length: fc.integer({ min: 1, max: 8 }),
  }),
  { maxLength: 12 },
)

/** Decides by looking at each five minutes of the appointment. */
function isFreeByTheMinute(
  rules: Rules,
  day: IsoDate,
  bookings: Busy[],
  treatmentId: string,
  startsAt: number,
  clock: DayClock,
) {
  const rule = rules.treatments.find(({ id }) => id === treatmentId)
  if (!rule) return false
  const { instantOf, minutesOf } = clock
  const until = startsAt + (rule.durationMinutes + rule.bufferMinutes) * minute
  const instants = Array.from({ length: rule.durationMinutes / 5 }, (_, i) => startsAt + i * 5 * minute)
  const overlaps = (booking: Busy) => booking.from < until && startsAt < booking.until
  const open = rules.week.get(isoWeekday(day)) ?? []
  const isInside = (period: Period) =>
    period.from <= minutesOf(startsAt) &&
    minutesOf(startsAt) < period.until &&
    // Its last minutes are not those of an hour that occurs again.
    minutesOf(startsAt) <= minutesOf(instants.at(-1) ?? startsAt) &&
    instants.every((instant) => instant < instantOf(period.until))
  const isOnGrid = (...periods: Period[]) =>
    (minutesOf(startsAt) - Math.max(...periods.map(({ from }) => from))) % rules.policy.gridMinutes === 0
  const endsAt = startsAt + rule.durationMinutes * minute
  const isBlocked = (id: string | undefined) =>
    rules.blocks.some((one) => {
      const period = blockedOn(one, day)
      const isMeant = id === undefined ? !one.doctorId && !one.chairId : one.doctorId === id || one.chairId === id
      return period && isMeant && instantOf(period.from) < endsAt && startsAt < instantOf(period.until)
    })
  if (isBlocked(undefined)) return false
  const isChairFree = (id: string) => !isBlocked(id) && !bookings.some((b) => b.chairId === id && overlaps(b))
  if (rules.chairs.length > 0 && !rules.chairs.some(isChairFree)) return false
  const performers = rules.doctors.filter(({ treatmentIds: ids }) => ids.has(treatmentId))
  if (performers.length === 0) {
    const isTaken = bookings.some((b) => b.doctorId === null && b.treatmentId === treatmentId && overlaps(b))
    return !isTaken && open.some((period) => isOnGrid(period) && isInside(period))
  }
  return performers.some(({ id, week, absences }) => {
    if (absences.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)) return false
    if (isBlocked(id) || bookings.some((b) => b.doctorId === id && overlaps(b))) return false
    const hours = week ? (week.get(isoWeekday(day)) ?? []) : open
    return open.some((period) => hours.some((other) => isOnGrid(period, other) && isInside(period) && isInside(other)))
  })
}

describe(`in ${runs} random clinics`, () => {
  const anyCase = fc.tuple(anyClinic, anyDay, anyBookings, fc.integer({ min: -1, max: 24 }))

  it('a time is offered only if each of its minutes is free, and a possible time is left out only if one is not', () => {
    fc.assert(
      fc.property(anyCase, ([rules, day, raw, hour]) => {
        const clock = dayClock(day, rules.timeZone)
        const { startsAt: midnight } = clock
        const bookings = raw.map(({ start, length, ...rest }) => ({
          ...rest,
          from: midnight + start * 15 * minute,
          until: midnight + (start + length) * 15 * minute,
        }))
        const now = new Date(midnight + hour * 60 * minute)
        const plan = planDay(rules, day)
        for (const { treatment: rule, times } of freeTimes(plan, rules, bookings, now)) {
          const offered = new Set(times.map(({ startsAt }) => startsAt))
          const possible = plan.treatments.find((each) => each.treatment.id === rule.id)?.times ?? []
          for (const { startsAt } of possible) {
            const isInTime = startsAt > now.getTime() + rules.policy.noticeMinutes * minute
            const expected = isInTime && isFreeByTheMinute(rules, day, bookings, rule.id, startsAt, clock)
            expect(offered.has(startsAt), `${rule.id} ${new Date(startsAt).toISOString()}`).toBe(expected)
          }
          expect([...offered].every((start) => possible.some(({ startsAt }) => startsAt === start))).toBe(true)
        }
      }),
      { numRuns: runs },
    )
  })

  it('the plan has exactly the grid times at which the rules permit the treatment', () => {
    fc.assert(
      fc.property(anyClinic, anyDay, (rules, day) => {
        const clock = dayClock(day, rules.timeZone)
        const { startsAt, endsAt } = clock
        for (const { treatment: rule, times } of planDay(rules, day).treatments) {
          const starts = times.map((time) => time.startsAt)
          const everyFive = Array.from(
            { length: (endsAt - startsAt) / (5 * minute) },
            (_, i) => startsAt + i * 5 * minute,
          )
          const isOnce = (instant: number) => clock.instantOf(clock.minutesOf(instant)) === instant
          const expected = everyFive.filter(
            (start) => isOnce(start) && isFreeByTheMinute(rules, day, [], rule.id, start, clock),
          )
          expect(starts).toEqual(expected)
        }
      }),
      { numRuns: runs },
    )
  })

  it('the rules offer a slot exactly if it is free when nothing is booked', () => {
    fc.assert(
      fc.property(anyClinic, anyDay, fc.integer({ min: -1, max: 24 }), (rules, day, hour) => {
        const now = new Date(dayClock(day, rules.timeZone).startsAt + hour * 60 * minute)
        for (const { treatment: rule, times } of planDay(rules, day).treatments) {
          const free = freeTimes(planDay(rules, day), rules, [], now).find((each) => each.treatment.id === rule.id)
          const offered = free?.times.map(({ slot }) => slot) ?? []
          for (const { slot } of [times.at(0), times.at(-1)].filter((time) => time !== undefined)) {
            const { ok } = findOffer(rules, { treatmentId: rule.id, date: day, slot }, now)
            expect(ok).toBe(offered.includes(slot))
          }
        }
      }),
      { numRuns: runs },
    )
  })
})
