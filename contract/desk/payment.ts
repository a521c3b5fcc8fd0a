import { z } from 'zod/mini'
import { amount, shownPrice, someAmount } from '../kit/money/amount.ts'
import { optionalText, plainText } from '../kit/text/plain-text.ts'

/** How money comes in. `card-online`: on the website, through the card provider; `terminal`: by card at the desk. */
export const paymentMethods = ['card-online', 'terminal', 'cash', 'transfer', 'insurer'] as const
export const paymentMethod = z.enum(paymentMethods)
export type PaymentMethod = z.infer<typeof paymentMethod>

/** How money comes in at the desk. */
export const deskMethods = ['cash', 'terminal', 'transfer', 'insurer'] as const
const deskMethod = z.enum(deskMethods, { error: 'One of: cash, terminal, transfer, insurer' })
export type DeskMethod = z.infer<typeof deskMethod>

const reason = plainText('Say why', 200)

/** Body of `POST /desk/appointments/{id}/payments`. A repeated `requestId` takes one payment. `reference` finds it
 *  elsewhere, such as a number of the terminal. */
export const paymentToTake = z.object({
  requestId: z.uuid({ error: 'A request id is needed' }),
  method: deskMethod,
  amount: someAmount,
  reference: optionalText(100),
})
export type PaymentToTake = z.input<typeof paymentToTake>

/** Body of `POST /desk/payments/{id}/void`. */
export const voidRequest = z.object({ reason })

/** Body of `PATCH /desk/appointments/{id}/price`. `from` is the price that the page showed. `tell`: the patient gets an
 *  email about it. */
export const priceChange = z.object({
  ...{ price: amount, from: shownPrice, reason },
  tell: z._default(z.boolean(), true),
})
export type PriceChange = z.input<typeof priceChange>

/** Body of `POST /desk/appointments/{id}/no-show-fee`: what the patient owes in all for not coming; 0 waives it. What
 *  was paid beyond it is refunded. */
export const noShowFee = z.object({ fee: amount, reason: optionalText(200) })
export type NoShowFee = z.input<typeof noShowFee>

/** States of a refund. `due`: the provider has not confirmed it yet, or nobody has handed it out. `pending`: the
 *  provider has it and the bank does not. `failed`: the bank returned it. `void`: the provider does not know the
 *  payment, so nothing can be refunded. */
export const refundStates = ['due', 'pending', 'succeeded', 'failed', 'void'] as const
export type RefundState = (typeof refundStates)[number]

const voided = { voidedAt: z.optional(z.iso.datetime()), voidedBy: z.optional(z.string()) }

/** Response of `GET /desk/appointments/{id}/payment` and of the calls that change it: everything about the money of an
 *  appointment, in dollars. `surplus`: what was paid beyond the charges and is to be refunded. `left`: what is left to
 *  refund. `credit` charges are negative. `transactionId`: of the card payment, or the number of the receipt, once all
 *  is paid. A payment has the number of its `receipt`, and can be voided if it `mayBeVoided`. `dispute`: the provider's
 *  state of a dispute. Staff are named by email. Instants are ISO 8601. */
export const paymentDetails = z.object({
  price: z.number(),
  owed: z.number(),
  surplus: z.optional(z.number()),
  received: z.number(),
  paid: z.boolean(),
  left: z.number(),
  transactionId: z.optional(z.string()),
  dispute: z.optional(z.object({ status: z.string(), at: z.iso.datetime() })),
  charges: z.array(
    z.object({
      ...{ _id: z.uuid(), kind: z.enum(['treatment', 'no-show', 'credit']), words: z.string(), amount: z.number() },
      ...{ reason: z.string(), madeBy: z.optional(z.string()), at: z.iso.datetime(), ...voided },
    }),
  ),
  payments: z.array(
    z.object({
      ...{ _id: z.uuid(), method: paymentMethod, amount: z.number(), reference: z.string(), receipt: z.string() },
      ...{ takenBy: z.optional(z.string()), at: z.iso.datetime(), left: z.number(), mayBeVoided: z.boolean() },
      ...{ ...voided, voidReason: z.string() },
    }),
  ),
  refunds: z.array(
    z.object({
      ...{ _id: z.uuid(), paymentId: z.optional(z.uuid()), method: paymentMethod, amount: z.number() },
      ...{ state: z.enum(refundStates), reason: z.string(), note: z.string(), requestedBy: z.optional(z.string()) },
      ...{ at: z.iso.datetime(), succeededAt: z.optional(z.iso.datetime()) },
    }),
  ),
})
export type PaymentDetails = z.infer<typeof paymentDetails>

/** Response of the calls that change the money of an appointment. */
export const paymentsChanged = z.object({ success: z.literal(true), payment: paymentDetails })
