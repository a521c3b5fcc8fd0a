import { z } from 'zod'
import { mediumDate } from './clinic-date.ts'
import { plainText } from './plain-text.ts'
import { slot } from './treatment.ts'
import { email } from './user.ts'

/** What a patient asks for. `price` is in dollars and must be the treatment's own: nobody pays what they did not see. */
export const bookingRequest = z.object({
  treatmentId: z.uuid({ error: 'A treatment id is needed' }),
  treatment: z.string().max(200).optional(),
  date: mediumDate,
  slot,
  price: z.number({ error: 'A price in dollars is needed' }).nonnegative().max(1_000_000),
  patient: email,
  patientName: z.string().max(200).optional(),
  phone: plainText('Phone is Required', 32),
})
export type BookingRequest = z.infer<typeof bookingRequest>
/** What the page sends: the request before it is read. */
export type BookingForm = z.input<typeof bookingRequest>

/** A booking as it travels: `date` in the medium format, `price` in dollars, `paidAt` an instant (ISO 8601). */
export const booking = z.object({
  _id: z.uuid(),
  treatmentId: z.uuid(),
  treatment: z.string(),
  date: z.string(),
  slot,
  price: z.number(),
  patient: z.string(),
  patientName: z.string(),
  phone: z.string(),
  paid: z.boolean(),
  transactionId: z.string().optional(),
  paidAt: z.iso.datetime().optional(),
})
export type Booking = z.infer<typeof booking>

/** 201: booked. */
export const bookingMade = z.object({ success: z.literal(true), booking })

/** 409. Without a `reason`: the patient already has `booking` that day. `slot-taken`: somebody else was first. `price-changed`: `price` is today's. */
export const bookingRefused = z.union([
  z.object({ success: z.literal(false), booking }),
  z.object({
    success: z.literal(false),
    reason: z.literal('slot-taken'),
    booking: booking.pick({ date: true, slot: true }),
  }),
  z.object({ success: z.literal(false), reason: z.literal('price-changed'), price: z.number() }),
])

/** Answer of `POST /booking`. */
export const bookingAnswer = z.union([bookingMade, bookingRefused])
export type BookingAnswer = z.infer<typeof bookingAnswer>
