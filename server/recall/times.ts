import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import type { FreeTime } from '#server/calendar/rules/offered-times.ts'

/** What a patient is used to: the dentist of their last visit, and its time of day in minutes after midnight. */
export type Habit = { doctorId: string | null; minutes: number }

/** A free time to offer. `doctorId`: the dentist whom the patient knows, if they are free then. */
export type SuggestedTime = { date: IsoDate; slot: string; doctorId?: string }

/** The free times of the treatment on a day; the same one may be there twice. */
export type DayTimes = { date: IsoDate; times: readonly Pick<FreeTime, 'slot' | 'doctors'>[] }

/** An hour earlier or later is much the same time of day. */
const sameTimeMinutes = 60

/** Returns up to `count` free times on different days, in their order: those with the patient's dentist before others,
 *  then those near the time of day of the last visit, then the earliest days. */
export function suggestTimes(days: readonly DayTimes[], habit: Habit, count: number): SuggestedTime[] {
  const best = days.flatMap(({ date, times }) => {
    const [first] = times.map((time) => rate(date, time, habit)).sort(byRank)
    return first ? [first] : []
  })
  return best
    .sort((a, b) => a.other - b.other || farness(a) - farness(b) || compareDates(a, b))
    .slice(0, count)
    .sort(compareDates)
    .map(({ date, slot, doctorId }) => ({ date, slot, ...(doctorId !== undefined && { doctorId }) }))
}

/** `other`: 1 if the patient's dentist is not free then. `apart`: the minutes between it and the time of the last
 *  visit. */
type Rated = SuggestedTime & { other: 0 | 1; apart: number }

function rate(date: IsoDate, { slot, doctors }: DayTimes['times'][number], { doctorId, minutes }: Habit): Rated {
  const knows = doctorId !== null && doctors.includes(doctorId)
  const apart = Math.abs(slotStartMinutes(slot) - minutes)
  return { date, slot, other: knows ? 0 : 1, apart, ...(knows && { doctorId }) }
}

const byRank = (a: Rated, b: Rated) => a.other - b.other || a.apart - b.apart
const farness = ({ apart }: Rated) => Math.floor(apart / sameTimeMinutes)
const compareDates = (a: { date: IsoDate }, b: { date: IsoDate }) => (a.date < b.date ? -1 : 1)
