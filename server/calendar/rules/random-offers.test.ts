import fc from 'fast-check'
import { expect, it } from 'vitest'
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
import { allTimes, offeredTimes } from './offered-times.ts'
import { planDay, planTreatment } from './plan.ts'
import type { Rules, TreatmentRule } from './rules.ts'

const minute = 60_000
const runs = 2_000

type Day = { rules: Rules; date: IsoDate; clock: DayClock; bookings: readonly Busy[]; earliest: number }

// Off the grid nothing is offered where clocks change, so that most days are ordinary.
const mostlyOrdinary = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<IsoDate>('2026-06-15', '2026-03-20', '2026-08-02', '2026-12-31') },
  { weight: 1, arbitrary: anyDay },
)
const anyCase = fc
  .tuple(anyClinic, mostlyOrdinary, anyBookings, fc.integer({ min: -1, max: 24 }))
  .map(([random, date, raw, hour]) => {
    const rules = { ...random, policy: { ...random.policy, fillGaps: true } }
    const clock = dayClock(date, rules.timeZone)
    const now = new Date(clock.startsAt + hour * 60 * minute)
    const earliest = now.getTime() + rules.policy.noticeMinutes * minute
    return { rules, date, clock, now, earliest, bookings: bookingsOn(clock, raw) }
  })

/** Tells whether a doctor, or the clinic, has each five minutes of an appointment free, and a chair all of them. */
function isFree({ rules, date, clock, bookings }: Day, rule: TreatmentRule, doctorId: string | null, start: number) {
  const [end, until] = [
    start + rule.durationMinutes * minute,
    start + (rule.durationMinutes + rule.bufferMinutes) * minute,
  ]
  const doctor = rules.doctors.find(({ id }) => id === doctorId)
  if (doctor?.absences.some(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay)) return false
  const overlaps = (each: Busy) => each.from < until && start < each.until
  const isTaken = bookings.some(
    (each) => each.doctorId === doctorId && (doctorId !== null || each.treatmentId === rule.id) && overlaps(each),
  )
  if (isTaken) return false
  const open = rules.week.get(isoWeekday(date)) ?? []
  const week = doctor && weekByHand(doctor, date)
  const own = week ? (week.get(isoWeekday(date)) ?? []) : open
  const isIn = (periods: typeof open) =>
    periods.some(({ from, until: closes }) => clock.instantOf(from) <= start && end <= clock.instantOf(closes))
  const isBlocked = (whose: (block: Rules['blocks'][number]) => boolean) =>
    rules.blocks.some((each) => {
      const period = whose(each) && blockedOn(each, date)
      return period && clock.instantOf(period.from) < end && start < clock.instantOf(period.until)
    })
  if (!isIn(open) || !isIn(own)) return false
  if (isBlocked((each) => each.chairId === null && (each.doctorId === null || each.doctorId === doctorId))) return false
  const isChairFree = (id: string) =>
    maySeat(rules, id, rule.id) &&
    !isBlocked((each) => each.chairId === id) &&
    !bookings.some((each) => each.chairId === id && overlaps(each))
  return rules.chairs.length === 0 || rules.chairs.some(isChairFree)
}

function performers({ doctors }: Rules, { id }: TreatmentRule): (string | null)[] {
  const ids = doctors.filter(({ treatmentIds }) => treatmentIds.has(id)).map((doctor) => doctor.id)
  return ids.length > 0 ? ids : [null]
}

it(`on ${runs} random days, no offered time is wrong, and each is on the grid or beside something`, () => {
  fc.assert(
    fc.property(anyCase, (day) => {
      const plan = planDay(day.rules, day.date)
      for (const { treatment, times } of allTimes(plan, freeTimes(plan, day.rules, day.bookings, day.now))) {
        const onGrid = new Set(planTreatment(day.rules, treatment, day.date).map(({ startsAt }) => startsAt))
        const whose = performers(day.rules, treatment)
        for (const { startsAt, doctors } of times) {
          const free = whose.filter((id) => isFree(day, treatment, id, startsAt))
          expect(startsAt).toBeGreaterThan(day.earliest)
          expect(free, new Date(startsAt).toISOString()).toEqual(expect.arrayContaining([...doctors]))
          expect(free.length).toBeGreaterThan(0)
          const before = whose.filter((id) => isFree(day, treatment, id, startsAt - 5 * minute))
          const after = whose.filter((id) => isFree(day, treatment, id, startsAt + 5 * minute))
          const isBeside = free.some((id) => !before.includes(id) || !after.includes(id))
          expect(onGrid.has(startsAt) || isBeside, new Date(startsAt).toISOString()).toBe(true)
        }
      }
    }),
    { numRuns: runs },
  )
})

it(`on ${runs} random days, each stretch in which somebody is free for a treatment has a time of theirs`, () => {
  fc.assert(
    fc.property(anyCase, (day) => {
      const plan = planDay(day.rules, day.date)
      const free = freeTimes(plan, day.rules, day.bookings, day.now)
      for (const treatment of day.rules.treatments) {
        for (const doctorId of performers(day.rules, treatment)) {
          const all = allTimes(plan, free, { treatment: treatment.id, ...(doctorId && { doctor: doctorId }) })
          const times = new Set(all[0]?.times.map(({ startsAt }) => startsAt))
          for (const stretch of stretchesByTheMinute(day, treatment, doctorId)) {
            const first = new Date(stretch[0] ?? 0).toISOString()
            expect(
              stretch.some((start) => times.has(start)),
              `${treatment.id} of ${doctorId} from ${first}`,
            ).toBe(true)
          }
        }
      }
    }),
    { numRuns: runs },
  )
})

/** Tells whether a clock on the wall says when an appointment is: it shows its start for the first time, and its end
 *  later. */
function isTold({ clock }: Day, { durationMinutes }: TreatmentRule, start: number): boolean {
  const from = clock.minutesOf(start)
  return clock.instantOf(from) === start && from < clock.endMinutesOf(start + durationMinutes * minute)
}

/** Lists the starts, every five minutes, between which a doctor is never busy; only those with a free one. */
function stretchesByTheMinute(day: Day, treatment: TreatmentRule, doctorId: string | null): number[][] {
  const { startsAt, endsAt } = day.clock
  const withoutChairs = { ...day, rules: { ...day.rules, chairs: [] } }
  const stretches: number[][] = [[]]
  let isBefore = false
  for (let start = startsAt; start < endsAt; start += 5 * minute) {
    const isDoctorFree = isFree(withoutChairs, treatment, doctorId, start)
    if (!isDoctorFree && isBefore) stretches.push([])
    isBefore = isDoctorFree
    const canBegin = isDoctorFree && start > day.earliest && isTold(day, treatment, start)
    if (canBegin && isFree(day, treatment, doctorId, start)) stretches.at(-1)?.push(start)
  }
  return stretches.filter((stretch) => stretch.length > 0)
}

it(`on ${runs} random days, patients find a dozen times at most in each part of a day that has one`, () => {
  fc.assert(
    fc.property(anyCase, (day) => {
      const plan = planDay(day.rules, day.date)
      const free = freeTimes(plan, day.rules, day.bookings, day.now)
      const offered = offeredTimes(plan, free)
      const partOf = ({ startsAt }: { startsAt: number }) => {
        const minutes = day.clock.minutesOf(startsAt)
        return minutes < 720 ? 'morning' : minutes < 1_020 ? 'afternoon' : 'evening'
      }
      for (const [i, { times }] of allTimes(plan, free).entries()) {
        const chosen = offered[i]?.times ?? []
        const parts = Map.groupBy(chosen, partOf)
        expect(new Set(parts.keys())).toEqual(new Set(times.map(partOf)))
        for (const [, part] of parts) expect(part.length).toBeLessThanOrEqual(12)
        const all = new Set(times.map(({ startsAt }) => startsAt))
        expect(chosen.every(({ startsAt }) => all.has(startsAt))).toBe(true)
        expect(chosen.map(({ startsAt }) => startsAt)).toEqual(chosen.map(({ startsAt }) => startsAt).toSorted())
      }
    }),
    { numRuns: runs },
  )
})
