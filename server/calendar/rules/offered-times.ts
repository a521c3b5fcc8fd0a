import { dayParts } from '#contract/desk/first-free.ts'
import type { FreeTimes } from './free-times.ts'
import { type BookableTime, type DayPlan, timeAt } from './plan.ts'
import type { TreatmentRule } from './rules.ts'

/** A free time. `doctors` are those who are free then; none if the treatment is booked without a doctor. */
export type FreeTime = Omit<BookableTime, 'chairs'>

/** The times of a treatment on a day, in order. */
export type TreatmentTimes = { treatment: TreatmentRule; times: readonly FreeTime[] }

/** Whose times are asked for: those of a treatment, those of a doctor. Ids; each is optional. */
export type Filter = { treatment?: string | undefined; doctor?: string | undefined }

/** A start in minutes since the day began, and the fewest idle minutes that it leaves. */
type Start = { start: number; idle: number; doctors: string[] }

/** What a patient can survey of a morning, an afternoon or an evening. */
const maxOfPart = 12

/** Returns every free time of a day. */
export function allTimes(plan: DayPlan, free: FreeTimes, filter: Filter = {}): TreatmentTimes[] {
  return asked(free, filter).map(({ treatment, starts }) => ({ treatment, times: toTimes(plan, treatment, starts) }))
}

/** Returns the free times of a day that patients are offered. In each part of the day these are the times that leave
 *  the fewest idle minutes; of more than a dozen, those at round times. */
export function offeredTimes(plan: DayPlan, free: FreeTimes, filter: Filter = {}): TreatmentTimes[] {
  return asked(free, filter).map(({ treatment, starts }) => ({
    treatment,
    times: toTimes(plan, treatment, choose(plan, starts)),
  }))
}

function asked(free: FreeTimes, { treatment: id, doctor }: Filter) {
  const wanted = id === undefined ? free : free.filter(({ treatment }) => treatment.id === id)
  return wanted.map(({ treatment, byDoctor }) => {
    const starts = new Map<number, Start>()
    for (const { doctorId, starts: ofDoctor, idle } of byDoctor) {
      if (doctor !== undefined && doctorId !== doctor) continue
      for (const [i, start] of ofDoctor.entries()) {
        const known = starts.get(start)
        const idleThere = idle[i] as number
        if (!known) starts.set(start, { start, idle: idleThere, doctors: doctorId === null ? [] : [doctorId] })
        else {
          known.idle = Math.min(known.idle, idleThere)
          if (doctorId !== null) known.doctors.push(doctorId)
        }
      }
    }
    return { treatment, starts: [...starts.values()].sort((a, b) => a.start - b.start) }
  })
}

function toTimes({ clock }: DayPlan, treatment: TreatmentRule, starts: readonly Start[]): FreeTime[] {
  return starts.map(({ start, doctors }) => ({ ...timeAt(start, treatment, clock), doctors }))
}

function choose({ clock }: DayPlan, starts: readonly Start[]): Start[] {
  const parts = Map.groupBy(starts, ({ start }) => partOf(clock.minutesOf(clock.startsAt + start * 60_000)))
  return [...parts.values()].flatMap((part) => {
    const least = Math.min(...part.map(({ idle }) => idle))
    return roundest(part.filter(({ idle }) => idle === least))
  })
}

/** Returns the latest part of the day that begins by a time, in minutes after midnight. */
function partOf(minutes: number): number {
  return Math.max(...Object.values(dayParts).filter((from) => from <= minutes))
}

const roundings = [60, 30, 15, 5, 1]

/** Returns a dozen of the starts, spread over the part: those at whole hours first, then those at half hours, and so
 *  on. */
function roundest(starts: Start[]): Start[] {
  let [chosen, rest] = [[] as Start[], starts]
  for (const rounding of roundings) {
    const wanted = maxOfPart - chosen.length
    const round = rest.filter(({ start }) => start % rounding === 0)
    chosen = chosen.concat(round.filter((_, i) => round.length <= wanted || isPicked(i, wanted, round.length)))
    rest = rest.filter(({ start }) => start % rounding !== 0)
  }
  return chosen.sort((a, b) => a.start - b.start)
}

/** Tells whether the item at `i` is one of `wanted` items that are spread over `length`. */
const isPicked = (i: number, wanted: number, length: number) =>
  Math.floor((i * wanted) / length) !== Math.floor(((i - 1) * wanted) / length)
