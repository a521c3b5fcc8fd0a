import { z } from 'zod/mini'
import { booking } from '../booking/booking.ts'
import { highestPrice } from '../kit/highest-price.ts'
import { optionalText } from '../kit/text/plain-text.ts'

const note = optionalText(200)

const dollars = z
  .number({ error: 'An amount in dollars is needed' })
  .check(z.lte(highestPrice), z.multipleOf(0.01, 'Whole cents'))

/** Body of `POST /desk/appointments/{id}/cancel`. `refund`: the dollars of its payment that go back to the card; 0 for
 *  none. */
export const staffCancelRequest = z.object({
  refund: z._default(dollars.check(z.nonnegative('At least 0')), 0),
  note,
})

export type StaffCancelForm = z.input<typeof staffCancelRequest>

/** Body of `POST /desk/appointments/{id}/refund`. A repeated `requestId` refunds once. */
export const refundRequest = z.object({
  requestId: z.uuid({ error: 'A request id is needed' }),
  amount: dollars.check(z.gte(0.01, 'At least 0.01')),
  note,
})

export type RefundForm = z.input<typeof refundRequest>

/** Response of the calls that refund: the appointment with its refunds. */
export const refundedBooking = z.object({ success: z.literal(true), booking })

/** States of a refund. `due`: the provider has not confirmed it yet. `pending`: the provider has it and the bank does
 *  not. `failed`: the bank returned it. `void`: the provider does not know the payment, so nothing can be refunded. */
export const refundStates = ['due', 'pending', 'succeeded', 'failed', 'void'] as const
export type RefundState = (typeof refundStates)[number]

/** Response of `GET /desk/appointments/{id}/payment`: what was paid and refunded, in dollars. `due`: the provider has
 *  not confirmed it yet. `dispute`: the provider's state of a dispute. Instants are ISO 8601. */
export const paymentDetails = z.object({
  price: z.number(),
  paid: z.boolean(),
  /** What is left to refund. */
  left: z.number(),
  transactionId: z.optional(z.string()),
  dispute: z.optional(z.object({ status: z.string(), at: z.iso.datetime() })),
  refunds: z.array(
    z.object({
      _id: z.uuid(),
      amount: z.number(),
      state: z.enum(refundStates),
      reason: z.string(),
      note: z.string(),
      requestedBy: z.optional(z.string()),
      at: z.iso.datetime(),
      succeededAt: z.optional(z.iso.datetime()),
    }),
  ),
})
export type PaymentDetails = z.infer<typeof paymentDetails>
