import { addDays, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { timeZone } from '#server/testing/calendar/calendar.ts'

/** A clinic of a size. Its days are all alike: 50 dentists, each with 30 times of 20 minutes, of which every twelfth is
 *  free. */
export type Size = {
  patients: number
  /** The first day with bookings, and the number of days until the last one. */
  firstDay: IsoDate
  days: number
  today: IsoDate
}

export const dentists = 50
export const timesADay = 30
export const slotMinutes = 20
export const opensAt = 8 * 60
/** Appointments on a day. */
export const bookingsADay = (dentists * timesADay * 11) / 12
/** How far ahead patients can book. */
export const horizonDays = 180

// A patient's appointments are this many patients apart, so that no two are on one day.
const fewestPatients = dentists * timesADay

/** Returns the clinic with about `bookings` bookings. At most a quarter of them is ahead, and the rest in the past. */
export function sizeOf(bookings: number): Size {
  const days = Math.max(2, Math.round(bookings / bookingsADay))
  const ahead = Math.min(horizonDays, Math.ceil(days / 4))
  const today = clinicToday(new Date(), timeZone)
  const patients = Math.max(fewestPatients, Math.round(bookings / 10))
  return { patients, firstDay: addDays(today, ahead - days + 1), days, today }
}

/** Returns the last day with bookings. */
export const lastDayOf = ({ firstDay, days }: Size): IsoDate => addDays(firstDay, days - 1)

/** Returns SQL for the id of a treatment, a dentist or a chair by its number. It has the form of version 4. */
export const idOf = (kind: 'treatment' | 'doctor' | 'chair', number: string): string =>
  `overlay(overlay(md5('${kind}' || ${number}) placing '4' from 13) placing '8' from 17)::uuid`
