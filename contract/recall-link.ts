import { z } from 'zod/mini'
import { linkedAppointment } from './booking/appointment-link.ts'
import { bookingRequest } from './booking/booking.ts'
import { linkRequest } from './kit/link.ts'
import { slot } from './kit/time/slot.ts'
import { months } from './recall-months.ts'

const { token } = linkRequest.shape

/** Body of `POST /recall-link`: the token in the fragment of the link in an invitation, and the time that was pressed
 *  there, such as `2026-12-01T0800`. */
export const recallRequest = z.object({
  token,
  wanted: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{4}$/, 'A time such as 2026-12-01T0800'))),
})

/** Body of `POST /recall-link/book`. `price` is the one that the page showed. */
export const recallBooking = z.object({
  token,
  treatmentId: bookingRequest.shape.treatmentId,
  date: bookingRequest.shape.date,
  slot,
  price: bookingRequest.shape.price,
  doctor: bookingRequest.shape.doctor,
})
export type RecallBookingForm = z.input<typeof recallBooking>

/** Body of `POST /recall-link/snooze`: for how many months the patient wants no invitation. */
export const recallSnooze = z.object({ token, months })

/** Body of `POST /recall-link/stop`: whether the patient wants no invitations at all. */
export const recallStop = z.object({ token, stopped: z.boolean({ error: 'true or false is needed' }) })

const recallTime = z.object({
  date: z.string(),
  slot,
  doctor: z.optional(z.object({ _id: z.uuid(), name: z.string() })),
})
export type RecallTime = z.infer<typeof recallTime>

/** `due`: the patient is invited. `booked`: they have booked by this link. `has-appointment`: they have another one
 *  ahead. `stopped`: they want no invitations. `over`: they have come since, or the clinic does not invite for this
 *  any more. */
const recallState = z.enum(['due', 'booked', 'has-appointment', 'stopped', 'over'])

/** What the holder of the link in an invitation sees. `treatments` are those that are due, each with up to three times
 *  that are free, its price in dollars and the day of the last visit. `wanted` is the time that was pressed in the
 *  email, as long as it is free; `taken`: it no longer is. `stopped`: they want no
 *  invitations, whatever the state. `snoozedUntil`: the day from which they are invited again. `appointment`: what was
 *  booked, with the token of its link, by which it is paid and changed; the previous release has `booked` only.
 *  Days in the medium format. */
export const recallPage = z.object({
  state: recallState,
  patientName: z.optional(z.string()),
  treatments: z.array(
    z.object({ _id: z.uuid(), name: z.string(), price: z.number(), lastVisit: z.string(), times: z.array(recallTime) }),
  ),
  wanted: z.optional(recallTime),
  taken: z.optional(z.boolean()),
  stopped: z.optional(z.literal(true)),
  snoozedUntil: z.optional(z.string()),
  booked: z.optional(z.object({ treatment: z.string(), date: z.string(), slot, doctor: z.optional(z.string()) })),
  appointment: z.optional(z.extend(linkedAppointment, { token })),
})
export type RecallPage = z.infer<typeof recallPage>

/** What the holder of a link that stops invitations sees. `ended`: invitations no longer go to whom the link was sent
 *  to, because their address or their tie to the patient is another one, or the patient's data are erased. */
export const recallStopPage = z.object({
  state: z.enum(['invited', 'stopped', 'ended']),
  patientName: z.optional(z.string()),
})
export type RecallStopPage = z.infer<typeof recallStopPage>
