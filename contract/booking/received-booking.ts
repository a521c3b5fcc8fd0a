import { z } from 'zod/mini'
import { booking, bookingRefused } from './booking.ts'

/** A booking as a page parses it: ids and slots are any text, and the phone number may be missing. */
export const receivedBooking = z.extend(booking, {
  _id: z.string(),
  treatmentId: z.catch(z.string(), ''),
  slot: z.string(),
  phone: z.catch(z.string(), ''),
})

const made = z.object({ success: z.literal(true), booking: z.catch(z.optional(receivedBooking), undefined) })

const refused = z.extend(bookingRefused, {
  booking: z.object({ date: z.string(), slot: z.string() }),
  // A problem has a sentence of its own.
  detail: z.optional(z.undefined()),
})

/** Response of `POST /booking` as a page parses it. `success` tells the outcome, whatever the status; a success needs
 *  nothing else. */
export const receivedAnswer = z.union([made, refused])
