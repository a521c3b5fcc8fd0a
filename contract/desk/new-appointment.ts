import { z } from 'zod/mini'
import { booking, bookingFields, bookingRequest } from '../booking/booking.ts'
import { email } from '../kit/text/email.ts'
import { plainText, textOrEmpty, visible } from '../kit/text/plain-text.ts'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { slot } from '../kit/time/slot.ts'
import { patientFields } from '../patient/fields.ts'
import { patientId } from '../patient/patient.ts'
import { deskReach } from '../patient/reach.ts'

/** Query of `GET /desk/patients`: the beginnings of words of a name or email, or at least four digits of a phone
 *  number. `died`: those who have died, too. */
export const patientQuery = z.object({
  search: z
    .string('Text to search for is needed')
    .check(z.trim(), z.minLength(2, 'At least 2 characters'), z.maxLength(100, 'At most 100 characters'), visible),
  died: z._default(z.stringbool({ error: 'true or false' }), false),
})

/** Query of `GET /desk/times`. */
export const timesQuery = z.object({ date: mediumDate, treatment: z.uuid({ error: 'A treatment id is needed' }) })

/** Response of `GET /desk/times`: the times of a day that staff can book for a treatment, with the dentists who are
 *  free; none if it is booked without one. */
export const timesFound = z.array(
  z.object({ slot: z.string(), doctors: z.array(z.object({ _id: z.uuid(), name: z.string() })) }),
)

const knownPatient = z.object({ id: patientId })

/** A patient who is new. With `addAnyway` they are added although they are probably a patient already. */
export const newPatient = z.object({
  name: plainText('Name is Required', 100),
  phone: bookingFields.shape.phone,
  email: z.optional(email),
  birthDate: z.optional(patientFields.birthDate.schema),
  alerts: z.optional(patientFields.alerts.schema),
  addAnyway: z.optional(z.boolean()),
})

/** Why staff book outside the rules. Patients don't see it. */
export const overrideNote = plainText('Say why', 200)

/** Body of `POST /desk/appointments`. `doctor` is the id of the only dentist who may take it, `note` the
 *  clinic's own note of the appointment, which patients don't see. With `override` the
 *  appointment is booked in spite of the rules and of what is booked already, also if the patient has the treatment
 *  that day: `slot` is as long as the treatment or ends when it begins, and it needs `doctor` if somebody performs
 *  that. Requests with the same `requestId` book once. */
export const newAppointment = z.object({
  // Of the two the second has fields to correct.
  patient: z.union([knownPatient, newPatient], {
    error: ({ errors }) => (Array.isArray(errors) && errors[1]?.[0]?.message) || 'A patient is needed',
  }),
  phone: bookingRequest.shape.phone,
  treatmentId: z.uuid({ error: 'A treatment id is needed' }),
  date: mediumDate,
  slot,
  doctor: z.optional(z.uuid({ error: 'A dentist’s id is needed' })),
  note: z.optional(textOrEmpty(200)),
  override: z.optional(z.object({ note: overrideNote })),
  requestId: z.uuid({ error: 'A UUID is needed' }),
})
export type NewAppointment = z.infer<typeof newAppointment>
/** The same before parsing, as the page sends it. */
export type NewAppointmentInput = z.input<typeof newAppointment>

/** Response 201 of `POST /desk/appointments`. `patientAdded`: the patient is new. `reach`: how a confirmation reaches
 *  them. `emailed`: one goes to their email; it does not if the appointment has begun. */
export const appointmentMade = z.object({
  success: z.literal(true),
  booking,
  patientAdded: z.boolean(),
  emailed: z.boolean(),
  reach: deskReach,
})
export type AppointmentMade = z.infer<typeof appointmentMade>
