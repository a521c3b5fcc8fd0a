import { z } from 'zod/mini'
import { linkRequest } from './booking/appointment-link.ts'
import { bookingRequest } from './booking/booking.ts'
import { pageQuery } from './kit/list.ts'
import { slot } from './kit/time/slot.ts'
import { contactWay, patientId } from './patient/patient.ts'

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

const months = z.union([z.literal(1), z.literal(3)], { error: '1 or 3 months' })

/** Body of `POST /recall-link/snooze`: for how many months the patient wants no invitation. */
export const recallSnooze = z.object({ token, months })
export type SnoozeMonths = z.infer<typeof months>

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
 *  email, as long as it is free; `taken`: it no longer is. `snoozedUntil`: the day from which they are invited again.
 *  Days in the medium format. */
export const recallPage = z.object({
  state: recallState,
  patientName: z.optional(z.string()),
  treatments: z.array(
    z.object({ _id: z.uuid(), name: z.string(), price: z.number(), lastVisit: z.string(), times: z.array(recallTime) }),
  ),
  wanted: z.optional(recallTime),
  taken: z.optional(z.boolean()),
  snoozedUntil: z.optional(z.string()),
  booked: z.optional(z.object({ treatment: z.string(), date: z.string(), slot, doctor: z.optional(z.string()) })),
})
export type RecallPage = z.infer<typeof recallPage>

/** Query of `GET /desk/recalls`: all who are due, or those whom staff should call. */
export const recallQuery = z.extend(pageQuery, {
  show: z._default(z.enum(['call', 'all'], { error: 'One of: call, all' }), 'call'),
})
export type RecallQuery = z.infer<typeof recallQuery>

/** A patient who is due. `_id` is the patient's. `reachedBy`: no email goes to those who want a call or have confirmed
 *  no address. `dueOn`: since when. Days in the medium format, instants as ISO 8601. */
export const dueForRecall = z.object({
  _id: z.string(),
  name: z.string(),
  contact: contactWay,
  reachedBy: z.enum(['email', 'call']),
  phone: z.optional(z.string()),
  dueOn: z.string(),
  treatments: z.array(z.object({ name: z.string(), lastVisit: z.string() })),
  invitedAt: z.optional(z.iso.datetime()),
  calledAt: z.optional(z.iso.datetime()),
})
export type DueForRecall = z.infer<typeof dueForRecall>

export const recallParams = z.object({ id: patientId })

/** Body of `POST /desk/recalls/{id}`: what staff did about a patient's recalls. */
export const recallChange = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('called') }),
    z.object({ action: z.literal('snooze'), months }),
    z.object({ action: z.literal('stop') }),
    z.object({ action: z.literal('start') }),
  ],
  { error: 'One of: called, snooze, stop, start' },
)
export type RecallChange = z.infer<typeof recallChange>

/** Response of `GET /desk/recalls/{id}`: whether a patient is invited back. Days in the medium format. */
export const recallChoice = z.object({
  stoppedAt: z.optional(z.iso.datetime()),
  snoozedUntil: z.optional(z.string()),
})
export type RecallChoice = z.infer<typeof recallChoice>
