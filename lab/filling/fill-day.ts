import { busyTreatments } from '#server/app/seed/busy-treatments.ts'
import { type Busy, freeTimes, periodsOf } from '#server/calendar/rules/free-times.ts'
import { allTimes, offeredTimes } from '#server/calendar/rules/offered-times.ts'
import { placeTightly } from '#server/calendar/rules/place-tightly.ts'
import { type DayPlan, planDay } from '#server/calendar/rules/plan.ts'
import type { Rules, TreatmentRule } from '#server/calendar/rules/rules.ts'
import { latestStart, stretchesIn } from '#server/calendar/rules/stretch.ts'
import { pseudoRandom } from '#server/demo/plan-day.ts'
import { busyRules } from './busy-rules.ts'

/** How times are offered: those of the grid, those that fill gaps, or the way of other calendars: in each free stretch
 *  one after the other from where the last appointment ends. */
export type Way = 'grid' | 'filled' | 'restart'

/** A filled day: the minutes of treatments, those with cleaning up, and the treatments that patients asked for. */
export type FilledDay = { treated: number; busy: number; patients: number; demand: string[] }

/** A start in minutes since the day began, with the doctors and chairs to choose from, the best first. */
type Start = { start: number; doctors: readonly string[]; chairs: readonly string[] }

const date = '2026-03-10'
const longBefore = new Date('2026-01-01T12:00:00Z')
const minute = 60_000

/** Has patients of the busy clinic come until none of its treatments fits the day any more. Each takes any of the times
 *  that are offered. The same seed has the same patients. */
export function fillDay(way: Way, seed: number): FilledDay {
  const rules = busyRules(way === 'filled')
  const plan = planDay(rules, date)
  const random = pseudoRandom(seed)
  const bookings: Busy[] = []
  const day: FilledDay = { treated: 0, busy: 0, patients: 0, demand: [] }
  const full = new Set<string>()
  while (full.size < rules.treatments.length) {
    const treatment = pickByShare(rules, random())
    const choice = random()
    day.demand.push(treatment.id)
    const starts = offer(way, { rules, plan, bookings }, treatment)
    const chosen = starts[Math.floor(choice * starts.length)]
    if (!chosen) {
      full.add(treatment.id)
      continue
    }
    bookings.push(book(plan, treatment, chosen, bookings))
    day.patients += 1
    day.treated += treatment.durationMinutes
    day.busy += treatment.durationMinutes + treatment.bufferMinutes
  }
  return day
}

type Day = { rules: Rules; plan: DayPlan; bookings: readonly Busy[] }

function offer(way: Way, day: Day, treatment: TreatmentRule): Start[] {
  const { rules, plan, bookings } = day
  if (way === 'restart') return restarts(day, treatment)
  const free = freeTimes(plan, rules, bookings, longBefore)
  const list = way === 'filled' ? offeredTimes : allTimes
  const [found] = list(plan, free, { treatment: treatment.id })
  return (found?.times ?? []).map(({ startsAt, endsAt, busyUntil, doctors }) => {
    const wish = { rulesVersion: rules.version, startsAt, endsAt, busyUntil, doctors, chairs: rules.chairs }
    const placed = placeTightly({ ...day, free }, treatment.id, { offer: wish, isOnGrid: true }) ?? wish
    return { start: (startsAt - plan.clock.startsAt) / minute, doctors: placed.doctors, chairs: placed.chairs }
  })
}

function restarts({ rules, plan, bookings }: Day, treatment: TreatmentRule): Start[] {
  const doctorsAt = new Map<number, string[]>()
  for (const { doctorId, hours, starts } of plan.schedules) {
    if (!starts.has(treatment.id)) continue
    const own = bookings.filter((each) => each.doctorId === doctorId)
    for (const stretch of stretchesIn(hours, periodsOf(plan, own))) {
      for (let start = stretch.from; start <= latestStart(stretch, treatment); start += treatment.durationMinutes)
        doctorsAt.set(start, [...(doctorsAt.get(start) ?? []), doctorId ?? ''])
    }
  }
  return [...doctorsAt]
    .map(([start, doctors]) => ({ start, doctors, chairs: rules.chairs }))
    .filter(({ start }) => rules.chairs.some((chair) => isChairFree(plan, bookings, chair, start, treatment)))
}

function isChairFree(
  { clock }: DayPlan,
  bookings: readonly Busy[],
  chair: string,
  start: number,
  { durationMinutes, bufferMinutes }: TreatmentRule,
): boolean {
  const from = clock.startsAt + start * minute
  const until = from + (durationMinutes + bufferMinutes) * minute
  return !bookings.some((each) => each.chairId === chair && each.from < until && from < each.until)
}

/** Books as the database does: the doctor with the fewest appointments, the first chair that is free. */
function book(
  plan: DayPlan,
  treatment: TreatmentRule,
  { start, doctors, chairs }: Start,
  bookings: readonly Busy[],
): Busy {
  const countOf = (id: string) => bookings.filter(({ doctorId }) => doctorId === id).length
  const [doctorId = null] = doctors.toSorted((a, b) => countOf(a) - countOf(b))
  const chairId = chairs.find((chair) => isChairFree(plan, bookings, chair, start, treatment)) ?? null
  const from = plan.clock.startsAt + start * minute
  const until = from + (treatment.durationMinutes + treatment.bufferMinutes) * minute
  return { treatmentId: treatment.id, doctorId, chairId, from, until }
}

function pickByShare({ treatments }: Rules, random: number): TreatmentRule {
  let rest = random * busyTreatments.reduce((sum, { share }) => sum + share, 0)
  const index = busyTreatments.findIndex(({ share }) => {
    rest -= share
    return rest < 0
  })
  return treatments[index] as TreatmentRule
}
