import { z } from 'zod/mini'
import { linkRequest } from '../kit/link.ts'
import { slot } from '../kit/time/slot.ts'
import { paymentIntentRequest, paymentReport } from '../payment.ts'
import { cancelRequest, moveRequest } from './change-booking.ts'
import { patientChanges } from './patient-changes.ts'

/** Body of `POST /appointment-link/move`. */
export const linkMoveRequest = z.extend(moveRequest, linkRequest.shape)

/** Body of `POST /appointment-link/cancel`. */
export const linkCancelRequest = z.extend(cancelRequest, linkRequest.shape)

/** Body of `POST /appointment-link/payment-intent`. `price` is the amount in dollars that the payer sees. */
export const linkIntentRequest = z.extend(linkRequest, { price: paymentIntentRequest.shape.price })

/** Body of `POST /appointment-link/payment`: the payment intent that the browser reports as succeeded. */
export const linkPaymentReport = z.extend(linkRequest, { transactionId: paymentReport.shape.transactionId })

/** The appointment of a link, and what its holder can do with it: `date` in the medium format, `doctor` the name of the
 *  dentist, if it has one, `doctorId` their id. The amounts are those of a booking (booking.ts); the previous release
 *  has none. */
export const linkedAppointment = z.extend(patientChanges, {
  treatmentId: z.uuid(),
  treatment: z.string(),
  date: z.string(),
  slot,
  doctor: z.optional(z.string()),
  doctorId: z.optional(z.string()),
  patientName: z.optional(z.string()),
  price: z.optional(z.number()),
  owed: z.optional(z.number()),
  received: z.optional(z.number()),
  refunding: z.optional(z.number()),
  refunded: z.optional(z.number()),
  paid: z.optional(z.boolean()),
  transactionId: z.optional(z.string()),
})
export type LinkedAppointment = z.infer<typeof linkedAppointment>

/** Response of `POST /appointment-link/move`: the appointment at its new time. */
export const linkMoved = z.object({ success: z.literal(true), appointment: linkedAppointment })
