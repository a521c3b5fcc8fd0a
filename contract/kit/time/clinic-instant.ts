import { clinicMinutes, clinicToday, type IsoDate } from './clinic-date.ts'

/** Returns the instant of a time on the clinic's wall clock, in minutes after midnight. Of a time that occurs twice it
 *  is the first. `timeZone` is an IANA name. */
export function clinicInstant(date: IsoDate, minutes: number, timeZone: string): Date {
  const wanted = Date.parse(date) + minutes * 60_000
  const wallOf = (instant: number) => {
    const moment = new Date(instant)
    return Date.parse(clinicToday(moment, timeZone)) + clinicMinutes(moment, timeZone) * 60_000
  }
  const offsetAt = (instant: number) => wallOf(instant) - instant
  // If the clock changes on that day, the offset may be another one by then.
  const early = wanted - offsetAt(wanted - longestDayMs)
  return new Date(wallOf(early) === wanted ? early : wanted - offsetAt(wanted + longestDayMs))
}

const longestDayMs = 26 * 3_600_000
