import { z } from 'zod/mini'
import { isIsoDate } from '#contract/kit/time/clinic-date.ts'
import { patientFound } from '#contract/patient/found.ts'
import { pages } from '#contract/site/pages.ts'
import { dayOfWeekInText } from '#web/dates.ts'
import { readKept } from '#web/session/kept-fields.ts'
import { typedFields } from './fields.ts'

/** Where the form of a new appointment keeps its fields. */
export const appointmentPlace = { key: 'appointment-draft', page: pages.day }

const keptAppointment = z.object({ email: z.string(), typed: typedFields, patient: z.optional(patientFound) })

/** What was in the form of a member of the staff when their session ended, with the patient whom they had found. */
export type KeptAppointment = z.infer<typeof keptAppointment>

/** Returns what was kept for an account; undefined if nothing was. */
export const readKeptAppointment = (email: string): KeptAppointment | undefined =>
  readKept(appointmentPlace, keptAppointment, email)

/** Returns how the login page names an appointment, without its patient: anybody can read that page. `day` is
 *  YYYY-MM-DD, or empty. */
export function appointmentInWords(treatment: string | undefined, day: string): string {
  const when = isIsoDate(day) ? `, ${dayOfWeekInText(day, 'short')}` : ''
  return `${treatment ?? 'New appointment'}${when}`
}
