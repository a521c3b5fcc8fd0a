import { v7 as uuid } from 'uuid'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { SeedBooking } from '#server/booking/store.ts'
import { type Busy, freeTimes } from '#server/calendar/rules/free-times.ts'
import { offeredTimes } from '#server/calendar/rules/offered-times.ts'
import { planDay } from '#server/calendar/rules/plan.ts'
import { isSuited, type Rules, type TreatmentRule } from '#server/calendar/rules/rules.ts'

type Wanted = {
  random: () => number
  /** The number of bookings. */
  wanted: number
  /** What is busy already. */
  taken?: readonly Busy[]
  /** Whether a booking can begin at an instant. */
  isPossible?: (startsAt: number) => boolean
  /** How often a treatment is booked compared with others. */
  shareOf?: (treatment: TreatmentRule) => number
  /** Returns the next patient for a treatment, after `booked` others of that day; undefined if there is none. */
  patientFor: (treatment: TreatmentRule, booked: number) => SeedBooking['patient'] | undefined
}

/** Returns bookings at free times of a day: as many as are wanted, or fit. */
export function planDayOfBookings(
  rules: Rules,
  date: IsoDate,
  now: Date,
  { random, wanted, taken = [], isPossible = () => true, shareOf = () => 1, patientFor }: Wanted,
): SeedBooking[] {
  const plan = planDay(rules, date)
  const busy = [...taken]
  const bookings: SeedBooking[] = []
  while (bookings.length < wanted) {
    const free = offeredTimes(plan, freeTimes(plan, rules, busy, now))
      .map(({ treatment, times }) => ({ treatment, times: times.filter(({ startsAt }) => isPossible(startsAt)) }))
      .filter(({ times }) => times.length > 0)
    const { treatment: chosen, times } = pickByShare(free, shareOf, random()) ?? {}
    const time = times?.[Math.floor(random() ** 2 * times.length)]
    const patient = chosen && patientFor(chosen, bookings.length)
    if (!chosen || !time || !patient) break
    const doctorId = time.doctors[Math.floor(random() * time.doctors.length)] ?? null
    const isChairFree = (id: string) =>
      !busy.some(({ chairId, from, until }) => chairId === id && from < time.busyUntil && time.startsAt < until)
    const chairId = rules.chairs.find((id) => isSuited(rules, id, chosen.id) && isChairFree(id)) ?? null
    busy.push({ treatmentId: chosen.id, doctorId, chairId, from: time.startsAt, until: time.busyUntil })
    bookings.push({ id: uuid(), treatment: chosen, patient, date, time, doctorId, chairId })
  }
  return bookings
}

function pickByShare<Row extends { treatment: TreatmentRule }>(
  rows: Row[],
  shareOf: (treatment: TreatmentRule) => number,
  random: number,
): Row | undefined {
  let rest = random * rows.reduce((sum, { treatment }) => sum + shareOf(treatment), 0)
  return rows.find(({ treatment }) => {
    rest -= shareOf(treatment)
    return rest < 0
  })
}

/** Returns a generator of numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function pseudoRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
