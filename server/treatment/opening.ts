import { TZDate } from '@date-fns/tz'
import { clinicToday, type IsoDate } from '#contract/clinic-date.ts'
import { slotStartMinutes } from '#contract/treatment.ts'

/** The instant at which a slot of a day begins. Where the clocks leap over it, the instant of the leap's same distance after. */
export function slotStart(date: IsoDate, slot: string, timeZone: string): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const minutes = slotStartMinutes(slot)
  return new Date(new TZDate(year, month - 1, day, Math.floor(minutes / 60), minutes % 60, timeZone).getTime())
}

/** Whether a slot can still be booked at `now`. */
export type Openness = 'open' | 'slot-begun' | 'day-past'

/** Tells whether a slot of a day can still be booked at `now`: it has not begun on the clinic's clock. */
export function opennessOf(date: IsoDate, slot: string, now: Date, timeZone: string): Openness {
  const today = clinicToday(now, timeZone)
  if (date !== today) return date > today ? 'open' : 'day-past'
  return slotStart(date, slot, timeZone) > now ? 'open' : 'slot-begun'
}

/** Those of a day's `slots` that have not begun at `now`. */
export function openSlots(slots: string[], date: IsoDate, now: Date, timeZone: string): string[] {
  const today = clinicToday(now, timeZone)
  if (date !== today) return date > today ? slots : []
  return slots.filter((slot) => slotStart(date, slot, timeZone) > now)
}
