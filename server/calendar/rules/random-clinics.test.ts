import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type IsoDate, isoWeekday } from '#contract/kit/time/clinic-date.ts'
import {
  anyBookings,
  anyClinic,
  anyDay,
  bookingsOn,
  maySeat,
  weekByHand,
} from '#server/calendar/testing/random-clinic.ts'
import { blockedOn } from './available-hours.ts'
import { type DayClock, dayClock } from './day-clock.ts'
import { type Busy, freeTimes } from './free-times.ts'
import { findOffer } from './offer.ts'
import { allTimes } from './offered-times.ts'
import { planDay, planTreatment } from './plan.ts'
import type { Period, Rules } from './rules.ts'

const minute = 60_000
const runs = 400

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
  const isChairFree = (id: string) =>
    maySeat(rules, id, treatmentId) && !isBlocked(id) && !bookings.some((b) => b.chairId === id && overlaps(b))
  if (rules.chairs.length > 0 && !rules.chairs.some(isChairFree)) return false
  const performers = rules.doctors.filter(({ treatmentIds: ids }) => ids.has(treatmentId))
  if (performers.length === 0) {
    const isTaken = bookings.some((b) => b.doctorId === null && b.treatmentId === treatmentId && overlaps(b))
    return !isTaken && open.some((period) => isOnGrid(period) && isInside(period))
  }
  return performers.some((doctor) => {
    const { id, absences } = doctor
    if (absences.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)) return false
    if (isBlocked(id) || bookings.some((b) => b.doctorId === id && overlaps(b))) return false
    const week = weekByHand(doctor, day)
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
        const bookings = bookingsOn(clock, raw)
        const now = new Date(clock.startsAt + hour * 60 * minute)
        const plan = planDay(rules, day)
        for (const { treatment: rule, times } of allTimes(plan, freeTimes(plan, rules, bookings, now))) {
          const offered = new Set(times.map(({ startsAt }) => startsAt))
          const possible = planTreatment(rules, rule, day)
          for (const { startsAt } of possible) {
            const isInTime = startsAt > now.getTime() + rules.policy.noticeMinutes * minute
            const expected = isInTime && isFreeByTheMinute(rules, day, bookings, rule.id, startsAt, clock)
            expect(offered.has(startsAt), `${rule.id} ${new Date(startsAt).toISOString()}`).toBe(expected)
          }
          const isPossible = (start: number) => possible.some(({ startsAt }) => startsAt === start)
          if (!rules.policy.fillGaps) expect([...offered].every(isPossible)).toBe(true)
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
        for (const rule of rules.treatments) {
          const starts = planTreatment(rules, rule, day).map((time) => time.startsAt)
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
        const plan = planDay(rules, day)
        const all = allTimes(plan, freeTimes(plan, rules, [], now))
        for (const rule of rules.treatments) {
          const times = planTreatment(rules, rule, day)
          const free = all.find((each) => each.treatment.id === rule.id)
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
