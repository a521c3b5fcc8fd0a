import { TZDate } from '@date-fns/tz'
import { addDays, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'

/** The clinic's IANA time zone, and the number of days ahead that patients can book. */
export type BookingWindow = { timeZone: string; horizonDays: number }

/** `open`, or the reason why a slot can't be booked. */
export type SlotState = 'open' | 'slot-begun' | 'day-past' | 'too-far-ahead'

/** Returns the instant at which a slot begins. A time skipped by daylight saving moves forward by the length of the skip. */
export function slotStart(date: IsoDate, slot: string, timeZone: string): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const minutes = slotStartMinutes(slot)
  return new Date(new TZDate(year, month - 1, day, Math.floor(minutes / 60), minutes % 60, timeZone).getTime())
}

/** Returns whether a slot can be booked at `now`: it has not begun and its day is within the horizon. */
export function slotState(date: IsoDate, slot: string, now: Date, window: BookingWindow): SlotState {
  const day = dayState(date, now, window)
  if (day !== 'today') return day
  return slotStart(date, slot, window.timeZone) > now ? 'open' : 'slot-begun'
}

/** Returns the `slots` of a day that can be booked at `now`. */
export function openSlots(slots: string[], date: IsoDate, now: Date, window: BookingWindow): string[] {
  const day = dayState(date, now, window)
  if (day !== 'today') return day === 'open' ? slots : []
  return slots.filter((slot) => slotStart(date, slot, window.timeZone) > now)
}

function dayState(date: IsoDate, now: Date, { timeZone, horizonDays }: BookingWindow) {
  const today = clinicToday(now, timeZone)
  if (date === today) return 'today'
  if (date < today) return 'day-past'
  return date > addDays(today, horizonDays) ? 'too-far-ahead' : 'open'
}
