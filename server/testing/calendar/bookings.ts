import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotEndMinutes, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'

/** Returns the columns of a booking's time, for rows that tests insert. It has no buffer. */
export function timeColumns(date: IsoDate, slot: string, timeZone = 'America/New_York') {
  const { instantOf } = dayClock(date, timeZone)
  const startsAt = new Date(instantOf(slotStartMinutes(slot)))
  const endsAt = new Date(instantOf(slotEndMinutes(slot)))
  return { date, slot, startsAt, endsAt, busy: `[${startsAt.toISOString()},${endsAt.toISOString()})` }
}
