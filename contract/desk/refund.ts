import { z } from 'zod/mini'
import { booking } from '../booking/booking.ts'
import { amount, noAmount, someAmount } from '../kit/money/amount.ts'
import { optionalText } from '../kit/text/plain-text.ts'

const note = optionalText(200)

/** Body of `POST /desk/appointments/{id}/cancel`. `refund`: the dollars of its payments that go back; 0 for none. */
export const staffCancelRequest = z.object({
  refund: z._default(amount, noAmount),
  note,
})

export type StaffCancelForm = z.input<typeof staffCancelRequest>

/** Body of `POST /desk/appointments/{id}/refund`. A repeated `requestId` refunds once. Without `paymentId` the card
 *  payment is refunded, or else the only payment. `owedAgain`: the patient owes it again, because it was taken by
 *  mistake; not for card payments on the website. */
export const refundRequest = z.object({
  requestId: z.uuid({ error: 'A request id is needed' }),
  amount: someAmount,
  paymentId: z.optional(z.uuid('Not a payment id')),
  owedAgain: z._default(z.boolean(), false),
  note,
})

export type RefundForm = z.input<typeof refundRequest>

/** Response of the calls that refund: the appointment with its refunds. */
export const refundedBooking = z.object({ success: z.literal(true), booking })
