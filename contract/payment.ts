import { z } from 'zod'

/** Body of `POST /create-payment-intent`. `price` in dollars, what the card is to be charged; `appointment` the booking that it pays for. */
export const paymentIntentRequest = z.object({
  price: z
    .number({ error: 'A price in dollars is needed' })
    .min(0.5, 'At least $0.50')
    .max(999_999.99, 'At most $999,999.99')
    .multipleOf(0.01, 'Whole cents'),
  appointment: z.uuid('Not a booking id').optional(),
})

/** Its answer: what the browser confirms the payment with, at the card provider and nowhere else. */
export const paymentIntentResponse = z.object({ clientSecret: z.string() })

/** Body of `PATCH /booking/{id}`: the payment intent that the browser says has succeeded. `appointment` is the booking again. */
export const paymentReport = z.object({
  appointment: z.uuid('Not a booking id').optional(),
  transactionId: z.string({ error: 'A transaction id is needed' }).regex(/^pi_\w{1,200}$/, 'Not a transaction id'),
})
export type PaymentReport = z.infer<typeof paymentReport>
