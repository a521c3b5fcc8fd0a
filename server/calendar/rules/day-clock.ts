import { tzOffset } from '@date-fns/tz'
import { LRUCache } from 'lru-cache'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'

const minute = 60_000
const hour = 60 * minute
const dayMinutes = 1_440

/** Converts between a day's wall clock, in minutes after midnight, and instants (Unix, ms). */
export type DayClock = {
  startsAt: number
  endsAt: number
  /** Whether the day has more or less than 24 hours. */
  clocksChange: boolean
  /** Of a time that occurs twice it returns the first. A time that the clock skips is when the clock goes on. */
  instantOf: (minutes: number) => number
  /** @param instant an instant of this day */
  minutesOf: (instant: number) => number
  /** Returns the time of day at which something ends, by the clock of its last minute: midnight is 1440, and an hour
   *  that occurs twice ends at its end.
   *  @param instant after the start of this day, at most its end */
  endMinutesOf: (instant: number) => number
}

// A clock takes time, and a list of appointments asks for that of the same day over and over.
const clocks = new LRUCache<string, DayClock>({ max: 2_000 })

/** Returns the clock of a day in an IANA time zone. */
export function dayClock(date: IsoDate, timeZone: string): DayClock {
  const key = `${date} ${timeZone}`
  const clock = clocks.get(key) ?? makeClock(date, timeZone)
  clocks.set(key, clock)
  return clock
}

function makeClock(date: IsoDate, timeZone: string): DayClock {
  const midnight = Date.parse(date)
  const { change, before, after } = offsetsAround(midnight, timeZone)
  const instantOf = (minutes: number) => {
    const early = midnight + minutes * minute - before
    return early < change ? early : Math.max(early + before - after, change)
  }
  const [startsAt, endsAt] = [instantOf(0), instantOf(dayMinutes)]
  return {
    ...{ startsAt, endsAt, instantOf },
    clocksChange: endsAt - startsAt !== dayMinutes * minute,
    minutesOf: (instant) => (instant + (instant < change ? before : after) - midnight) / minute,
    endMinutesOf: (instant) => (instant + (instant <= change ? before : after) - midnight) / minute,
  }
}

/** Returns the zone's offsets from UTC (ms) on a day, given its midnight in UTC, and the instant at which the second
 *  one begins. No zone changes its clocks twice within the two days that such a day can span. */
function offsetsAround(midnight: number, timeZone: string) {
  const offsetAt = (instant: number) => tzOffset(timeZone, new Date(instant)) * minute
  let [last, change] = [midnight - 15 * hour, midnight + 37 * hour]
  const [before, after] = [offsetAt(last), offsetAt(change)]
  if (before === after) return { change: Number.POSITIVE_INFINITY, before, after }
  while (change - last > minute) {
    const middle = last + Math.floor((change - last) / (2 * minute)) * minute
    if (offsetAt(middle) === before) last = middle
    else change = middle
  }
  return { change, before, after }
}
