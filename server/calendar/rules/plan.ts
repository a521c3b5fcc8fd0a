import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatSlot, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { availableHours, blockedChairs, touches, unblockedHours } from './available-hours.ts'
import { type DayClock, dayClock } from './day-clock.ts'
import { openingHours, type Period, performersOf, type Rules, type TreatmentRule, workingHours } from './rules.ts'

/** A time for a treatment. Instants are Unix times in ms; doctor and chair are busy until `busyUntil`. `doctors` are
 *  the ids of those who can perform it then; none if the treatment is booked without a doctor. `chairs` are those that
 *  can be used then; none if chairs are not a limit. */
export type BookableTime = {
  slot: string
  startsAt: number
  endsAt: number
  busyUntil: number
  doctors: readonly string[]
  chairs: readonly string[]
}

/** The times of a treatment on a day, in order. */
export type TreatmentTimes = { treatment: TreatmentRule; times: readonly BookableTime[] }

/** All times of a day that the rules permit, whether or not they are booked. */
export type DayPlan = { date: IsoDate; startsAt: number; endsAt: number; treatments: readonly TreatmentTimes[] }

/** How long a treatment takes. */
type Length = Pick<TreatmentRule, 'durationMinutes' | 'bufferMinutes'>

const minute = 60_000

/** Returns the times of a treatment on a day that the rules permit. */
export function planTreatment(
  rules: Rules,
  treatment: Length & { id: string },
  date: IsoDate,
): readonly BookableTime[] {
  return timesOf(treatment, rules, date, dayClock(date, rules.timeZone))
}

/** Returns the times of a day that the rules permit. */
export function planDay(rules: Rules, date: IsoDate): DayPlan {
  const clock = dayClock(date, rules.timeZone)
  const treatments = rules.treatments.map((treatment) => ({ treatment, times: timesOf(treatment, rules, date, clock) }))
  return { date, startsAt: clock.startsAt, endsAt: clock.endsAt, treatments }
}

/** Returns the slots that the weekly rules permit for a treatment, over all weekdays. */
export function weeklySlots(rules: Rules, treatment: TreatmentRule): string[] {
  const ordinary = { ...rules, days: new Map(), doctors: rules.doctors.map((doctor) => ({ ...doctor, absences: [] })) }
  const slots = ordinaryWeek.flatMap((date) =>
    timesOf(treatment, ordinary, date, dayClock(date, 'UTC')).map(({ slot }) => slot),
  )
  return [...new Set(slots)].sort((a, b) => slotStartMinutes(a) - slotStartMinutes(b))
}

// Seven days in UTC, so that no clock change moves a slot.
const ordinaryWeek = Array.from({ length: 7 }, (_, i) => addDays('2026-01-05', i))

/** Returns the times of day, in minutes, at which a treatment can start in `periods`: one every `gridMinutes` from the
 *  start of a period, if it ends in the same period. Where clocks go back, a time that would end before it begins on
 *  the wall clock is left out. */
function startsIn(periods: readonly Period[], treatment: Length, gridMinutes: number, clock: DayClock) {
  const starts: number[] = []
  for (const { from, until } of periods) {
    const closesAt = clock.instantOf(until)
    for (let start = from; start < until; start += gridMinutes) {
      const startsAt = clock.instantOf(start)
      const endsAt = startsAt + treatment.durationMinutes * minute
      const isSkipped = clock.minutesOf(startsAt) !== start
      if (!isSkipped && endsAt <= closesAt && start < clock.endMinutesOf(endsAt)) starts.push(start)
    }
  }
  return starts
}

function timesOf(treatment: Length & { id: string }, rules: Rules, date: IsoDate, clock: DayClock): BookableTime[] {
  const performers = performersOf(rules, treatment.id)
  const startsOf = startsByHours(treatment, rules.policy.gridMinutes, clock)
  const doctorsAt = new Map<number, string[]>()
  if (performers.length === 0) {
    const starts = startsOf(openingHours(rules, date), unblockedHours(rules, date))
    for (const start of starts) doctorsAt.set(start, [])
  }
  for (const doctor of performers) {
    for (const start of startsOf(workingHours(rules, doctor, date), availableHours(rules, doctor, date))) {
      const doctors = doctorsAt.get(start)
      if (doctors) doctors.push(doctor.id)
      else doctorsAt.set(start, [doctor.id])
    }
  }
  const times = [...doctorsAt]
    .sort(([a], [b]) => a - b)
    .map(([start, doctors]) => timeAt(start, doctors, treatment, clock))
  return withChairs(rules, times, blockedChairs(rules, date), clock)
}

/** Returns the times with the chairs that are not blocked then, without those at which there is none. */
function withChairs(
  { chairs }: Rules,
  times: readonly Omit<BookableTime, 'chairs'>[],
  blocked: ReadonlyMap<string, readonly Period[]>,
  clock: DayClock,
): BookableTime[] {
  return times.flatMap((time) => {
    const usable = blocked.size === 0 ? chairs : chairs.filter((chair) => !touches(blocked.get(chair), time, clock))
    return chairs.length > 0 && usable.length === 0 ? [] : [{ ...time, chairs: usable }]
  })
}

/** Returns `startsIn`, computed once for all doctors who work the clinic's own hours, and of these the starts at which
 *  a treatment also fits into `available`: a block does not move the grid. */
function startsByHours(treatment: Length, gridMinutes: number, clock: DayClock) {
  const known = new Map<readonly Period[], number[]>()
  return (periods: readonly Period[], available: readonly Period[]): number[] => {
    const starts = known.get(periods) ?? startsIn(periods, treatment, gridMinutes, clock)
    known.set(periods, starts)
    return available === periods ? starts : starts.filter((start) => fits(start, treatment, available, clock))
  }
}

function fits(start: number, treatment: Length, periods: readonly Period[], { instantOf }: DayClock) {
  const endsAt = instantOf(start) + treatment.durationMinutes * minute
  return periods.some(({ from, until }) => from <= start && endsAt <= instantOf(until))
}

function timeAt(start: number, doctors: readonly string[], treatment: Length, clock: DayClock) {
  const startsAt = clock.instantOf(start)
  const endsAt = startsAt + treatment.durationMinutes * minute
  const slot = slotOf(start, clock.endMinutesOf(endsAt))
  return { slot, startsAt, endsAt, busyUntil: endsAt + treatment.bufferMinutes * minute, doctors }
}

const slots = new Map<number, string>()

// Cached: a month has some thousand times and few different slots, and formatting one is the slowest part of a plan.
function slotOf(start: number, end: number): string {
  const key = start * 10_000 + end
  const slot = slots.get(key) ?? formatSlot(start, end)
  slots.set(key, slot)
  return slot
}
