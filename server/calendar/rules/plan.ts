import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatSlot, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { type DayClock, dayClock } from './day-clock.ts'
import { openingHours, type Period, performersOf, type Rules, type TreatmentRule, workingHours } from './rules.ts'

/** A time for a treatment. Instants are Unix times in ms; doctor and chair are busy until `busyUntil`. `doctors` are the ids of those who can
 *  perform it then; none if the treatment is booked without a doctor. */
export type BookableTime = {
  slot: string
  startsAt: number
  endsAt: number
  busyUntil: number
  doctors: readonly string[]
}

/** The times of a treatment on a day, in order. */
export type TreatmentTimes = { treatment: TreatmentRule; times: readonly BookableTime[] }

/** All times of a day that the rules permit, whether or not they are booked. */
export type DayPlan = { date: IsoDate; startsAt: number; endsAt: number; treatments: readonly TreatmentTimes[] }

const minute = 60_000

/** Returns the times of a treatment on a day that the rules permit. */
export function planTreatment(rules: Rules, treatment: TreatmentRule, date: IsoDate): readonly BookableTime[] {
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

/** Returns the times of a treatment in `periods`: one every `gridMinutes` from the start of a period, if it ends in the same period. */
function timesIn(periods: readonly Period[], treatment: TreatmentRule, gridMinutes: number, clock: DayClock) {
  return periods.flatMap(({ from, until }) => {
    const starts = Array.from({ length: Math.ceil((until - from) / gridMinutes) }, (_, i) => from + i * gridMinutes)
    const closes = clock.instantOf(until)
    return starts.flatMap((start) => {
      const startsAt = clock.instantOf(start)
      const endsAt = startsAt + treatment.durationMinutes * minute
      const isSkipped = clock.minutesOf(startsAt) !== start
      if (isSkipped || endsAt > closes) return []
      return [{ start, startsAt, endsAt, busyUntil: endsAt + treatment.bufferMinutes * minute }]
    })
  })
}

function timesOf(treatment: TreatmentRule, rules: Rules, date: IsoDate, clock: DayClock): BookableTime[] {
  const { gridMinutes } = rules.policy
  const performers = performersOf(rules, treatment.id)
  const lines =
    performers.length > 0
      ? performers.map((doctor) => ({ doctors: [doctor.id], periods: workingHours(rules, doctor, date) }))
      : [{ doctors: [], periods: openingHours(rules, date) }]
  const found = new Map<number, BookableTime>()
  for (const { doctors, periods } of lines) {
    for (const { start, ...time } of timesIn(periods, treatment, gridMinutes, clock)) {
      const others = found.get(start)?.doctors ?? []
      const slot = formatSlot(start, clock.minutesOf(time.endsAt))
      found.set(start, { slot, ...time, doctors: [...others, ...doctors] })
    }
  }
  return [...found.values()].sort((a, b) => a.startsAt - b.startsAt)
}
