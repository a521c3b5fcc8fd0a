import { z } from 'zod/mini'

/** Body of `POST /create-payment-intent`. `price` in dollars, what the card is to be charged; `appointment` the booking that it pays for. */
export const paymentIntentRequest = z.object({
  price: z
    .number({ error: 'A price in dollars is needed' })
    .check(z.gte(0.5, 'At least $0.50'), z.lte(999_999.99, 'At most $999,999.99'), z.multipleOf(0.01, 'Whole cents')),
  appointment: z.optional(z.uuid('Not a booking id')),
})

/** Its answer: what the browser confirms the payment with, at the card provider and nowhere else. */
export const paymentIntentResponse = z.object({ clientSecret: z.string() })

/** Body of `PATCH /booking/{id}`: the payment intent that the browser says has succeeded. `appointment` is the booking again. */
export const paymentReport = z.object({
  appointment: z.optional(z.uuid('Not a booking id')),
  transactionId: z
    .string({ error: 'A transaction id is needed' })
    .check(z.regex(/^pi_\w{1,200}$/, 'Not a transaction id')),
})
export type PaymentReport = z.infer<typeof paymentReport>
