import { z } from 'zod/mini'
import { optionalOrNull } from './kit/absent.ts'
import { highestPrice } from './kit/highest-price.ts'
import { amountWith } from './kit/money/amount.ts'

/** Body of `POST /create-payment-intent`. `price` is the amount in dollars, `appointment` the id of the booking to
 *  pay. */
export const paymentIntentRequest = z.object({
  price: amountWith(
    'A price in dollars is needed',
    z.positive('More than nothing'),
    z.lte(highestPrice, 'At most 20,000,000'),
  ),
  appointment: optionalOrNull(z.uuid('Not a booking id')),
})

/** Response of `POST /create-payment-intent`. The browser confirms the payment at the card provider with
 *  `clientSecret`. */
export const paymentIntentResponse = z.object({ clientSecret: z.string() })

/** Body of `PATCH /booking/{id}`. `transactionId` is the payment intent that the browser reports as succeeded,
 *  `appointment` the booking's id. */
export const paymentReport = z.object({
  appointment: optionalOrNull(z.uuid('Not a booking id')),
  transactionId: z
    .string({ error: 'A transaction id is needed' })
    .check(z.regex(/^pi_\w{1,200}$/, 'Not a transaction id')),
})
export type PaymentReport = z.infer<typeof paymentReport>
