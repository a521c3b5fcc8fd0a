import { z } from 'zod/mini'
import { visible } from '../kit/text/plain-text.ts'
import { paymentMethod } from './payment.ts'

/** Query of `GET /desk/payments`: the number of a receipt as it is printed, its last digits, the id of a card payment,
 *  or what a patient is searched by. */
export const paymentQuery = z.object({
  search: z
    .string('The number of a receipt, or a name')
    .check(z.trim(), z.minLength(2, 'At least 2 characters'), z.maxLength(100, 'At most 100 characters'), visible),
})

/** A payment that a search finds. `amount` in dollars, `at` as ISO 8601, `date` in the medium format. */
const paymentFound = z.object({
  ...{ _id: z.uuid(), receipt: z.string(), method: paymentMethod, amount: z.number(), at: z.iso.datetime() },
  voided: z.optional(z.literal(true)),
  appointment: z.object({
    ...{ _id: z.uuid(), patientName: z.string(), treatment: z.string(), date: z.string(), slot: z.string() },
  }),
})
export type PaymentFound = z.infer<typeof paymentFound>

/** Response of `GET /desk/payments`: first the receipts with exactly the number that was typed, then the newest.
 *  `hasMore`: there are others. */
export const paymentsFound = z.object({ payments: z.array(paymentFound), hasMore: z.boolean() })
export type PaymentsFound = z.infer<typeof paymentsFound>
