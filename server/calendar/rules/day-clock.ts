import { TZDate } from '@date-fns/tz'
import { LRUCache } from 'lru-cache'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'

const minute = 60_000
const dayMinutes = 1_440

/** Converts between a day's wall clock, in minutes after midnight, and instants (Unix, ms). */
export type DayClock = {
  startsAt: number
  endsAt: number
  /** Whether the day has more or less than 24 hours. */
  clocksChange: boolean
  /** Moves a time that daylight saving skips forward by the length of the skip. Of a time that occurs twice it returns the first. */
  instantOf: (minutes: number) => number
  /** @param instant an instant of this day */
  minutesOf: (instant: number) => number
}

// A clock takes some 20 µs, and a list of appointments asks for that of the same day over and over.
const clocks = new LRUCache<string, DayClock>({ max: 2_000 })

/** Returns the clock of a day in an IANA time zone. */
export function dayClock(date: IsoDate, timeZone: string): DayClock {
  const key = `${date} ${timeZone}`
  const clock = clocks.get(key) ?? makeClock(date, timeZone)
  clocks.set(key, clock)
  return clock
}

function makeClock(date: IsoDate, timeZone: string): DayClock {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const at = (minutes: number) =>
    new TZDate(year, month - 1, day, Math.floor(minutes / 60), minutes % 60, timeZone).getTime()
  const [startsAt, endsAt] = [at(0), at(dayMinutes)]
  const clocksChange = endsAt - startsAt !== dayMinutes * minute
  // Days of 24 hours, which almost all are, need no further look at the time zone.
  if (!clocksChange) {
    const minutesOf = (instant: number) => (instant - startsAt) / minute
    return { startsAt, endsAt, clocksChange, instantOf: (minutes) => startsAt + minutes * minute, minutesOf }
  }
  const minutesOf = (instant: number) => (instant === endsAt ? dayMinutes : wallMinutes(instant, timeZone))
  return { startsAt, endsAt, clocksChange, instantOf: remember(at), minutesOf: remember(minutesOf) }
}

function wallMinutes(instant: number, timeZone: string) {
  const wall = new TZDate(instant, timeZone)
  return wall.getHours() * 60 + wall.getMinutes()
}

// A look at the time zone takes some 10 µs, and a day's plan needs each time often.
function remember(convert: (value: number) => number) {
  const known = new Map<number, number>()
  return (value: number) => {
    const result = known.get(value) ?? convert(value)
    known.set(value, result)
    return result
  }
}
