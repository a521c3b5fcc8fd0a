import { z } from 'zod/mini'
import { optionalOrNull, textOrNull } from '../kit/absent.ts'
import { shownPrice } from '../kit/money/amount.ts'
import { email } from '../kit/text/email.ts'
import { visible } from '../kit/text/plain-text.ts'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { slot } from '../kit/time/slot.ts'
import { patientId } from '../patient/patient.ts'
import { patientChanges } from './patient-changes.ts'

const phone = z.string({ error: 'Text is needed' }).check(
  // Numbers copied on phones are wrapped in invisible direction marks.
  z.overwrite((text) => text.replace(/[\p{Cf}\p{Cs}]/gu, '')),
  z.trim(),
  z.maxLength(40, 'Must be 40 characters or shorter'),
  visible,
)

/** Body of `POST /booking`. `price` is in dollars and must equal the treatment's price, so that patients pay the price
 *  that they saw. `doctor` is the id of the only dentist that the patient accepts; without it, any dentist is.
 *  `patient` is the account's email, `patientId` one of its patients; without it, the account's own. */
export const bookingRequest = z.object({
  treatmentId: z.uuid({ error: 'A treatment id is needed' }),
  treatment: optionalOrNull(z.string().check(z.maxLength(200))),
  date: mediumDate,
  slot,
  price: shownPrice,
  patient: email,
  patientId: optionalOrNull(patientId),
  patientName: optionalOrNull(z.string().check(z.maxLength(200))),
  phone: textOrNull(phone),
  doctor: optionalOrNull(z.uuid({ error: 'A dentist’s id is needed' })),
})
export type BookingRequest = z.infer<typeof bookingRequest>
/** The same before parsing, as the page sends it. */
export type BookingForm = z.input<typeof bookingRequest>

/** The fields of the booking form. The form requires a phone number; `POST /booking` does not. The slot is one of those
 *  that the page has read. */
export const bookingFields = z.object({
  slot: z.string().check(z.minLength(1, 'A slot is needed')),
  phone: phone.check(z.minLength(1, { error: 'Phone is Required', abort: true })),
})
export type BookingFields = z.infer<typeof bookingFields>

/** A booking in responses: `date` in the medium format, `price` in dollars, `paidAt` an ISO 8601 instant. Without
 *  `paid` it is unpaid. `doctor` is the name of the dentist, if it has one, `doctorId` their id. `received`: the
 *  dollars that were paid so far; `owed`: those that are still to pay; `refunding`: those on their way back to the
 *  patient; `refunded`: those that have arrived, the last at `refundedAt`. Each is absent if it is nothing. The
 *  answers to patients say with `changes` what they can still do with it, and with `refundingAtDesk` how many of
 *  `refunding` the desk gives back. */
export const booking = z.object({
  _id: z.uuid(),
  treatmentId: z.uuid(),
  treatment: z.string(),
  date: z.string(),
  slot,
  price: z.number(),
  doctor: z.optional(z.string()),
  doctorId: z.optional(z.string()),
  patient: z.string(),
  patientId: z.optional(z.string()),
  patientName: z.string(),
  phone: z.string(),
  paid: z.optional(z.boolean()),
  transactionId: z.optional(z.string()),
  paidAt: z.optional(z.iso.datetime()),
  received: z.optional(z.number()),
  owed: z.optional(z.number()),
  refunding: z.optional(z.number()),
  refundingAtDesk: z.optional(z.number()),
  refunded: z.optional(z.number()),
  refundedAt: z.optional(z.iso.datetime()),
  cancelledAt: z.optional(z.iso.datetime()),
  changes: z.optional(patientChanges),
})
export type Booking = z.infer<typeof booking>

/** Response 201 of `POST /booking`. */
export const bookingMade = z.object({ success: z.literal(true), booking })

/** Day and time of the conflicting booking, or of the request. */
const refusedTime = z.object({ date: z.string(), slot: z.string() })

/** Response 409 of `POST /booking`. Without `reason` the patient already has the appointment `booking`. `slot-taken`:
 *  another patient was first. `price-changed`: `price` is the current price. */
export const bookingRefused = z.object({
  success: z.literal(false),
  reason: z.optional(z.enum(['slot-taken', 'price-changed'])),
  booking: z.extend(refusedTime, z.partial(z.omit(booking, { date: true, slot: true })).shape),
  price: z.optional(z.number()),
})

/** Response of `POST /booking`; `success` tells which. */
export const bookingAnswer = z.union([bookingMade, bookingRefused])
export type BookingAnswer = z.infer<typeof bookingAnswer>
