import { z } from 'zod/mini'
import { amountWith } from '../kit/money/amount.ts'
import { optionalText } from '../kit/text/plain-text.ts'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { deskMethods, type PaymentMethod, paymentMethod } from './payment.ts'

/** Amounts by method of payment; one that is missing is nothing. */
export type AmountsByMethod = Partial<Record<PaymentMethod, number>>

/** Query of `GET /desk/till`. Without `date` the open days; with it the days that were closed with that one. */
export const tillQuery = z.object({ date: z.optional(mediumDate) })

/** A sum of many payments. */
const sum = amountWith('An amount in dollars is needed', z.gte(-1e12, 'Too little'), z.lte(1e12, 'Too much'))
const byDeskMethod = z.partialRecord(z.enum(deskMethods), sum)

/** Body of `POST /desk/till/close`: the last day to close, what the page showed as expected, and what was counted, in
 *  dollars by method. A method that is not counted is as expected. */
export const tillToClose = z.object({
  date: mediumDate,
  expected: byDeskMethod,
  counted: byDeskMethod,
  note: optionalText(200),
})
export type TillToClose = z.input<typeof tillToClose>

const tillMethod = z.object({
  method: paymentMethod,
  ...{ received: z.number(), refunded: z.number(), expected: z.number() },
  counted: z.optional(z.number()),
})

const tillEntry = z.object({
  ...{ _id: z.uuid(), kind: z.enum(['payment', 'refund', 'returned-refund']), amount: z.number() },
  ...{
    method: paymentMethod,
    receipt: z.string(),
    at: z.iso.datetime(),
    by: z.optional(z.string()),
    void: z.boolean(),
  },
  ...{ patientName: z.string(), treatment: z.string() },
})

/** Response of `GET /desk/till` and of `POST /desk/till/close`: the days from `firstDay` to `date`, in the medium
 *  format, with what came in and went out by method, in dollars, and each payment and refund, the latest first; a
 *  refund has the number of its payment's receipt, and one that the bank returned counts against what went out.
 *  `hasMore`: there are other, earlier ones. `closed`: who closed them and when. `isAhead`: the day has not begun,
 *  because today is closed. */
export const till = z.object({
  ...{ firstDay: z.string(), date: z.string(), isAhead: z.boolean() },
  methods: z.array(tillMethod),
  entries: z.array(tillEntry),
  hasMore: z.boolean(),
  closed: z.optional(z.object({ by: z.string(), at: z.iso.datetime(), difference: z.number(), note: z.string() })),
})
export type Till = z.infer<typeof till>

/** Response of `GET /desk/till/closes`: the closed days, the latest first, in dollars. */
export const tillCloses = z.array(
  z.object({
    ...{ firstDay: z.string(), date: z.string(), expected: z.number(), difference: z.number() },
    ...{ by: z.string(), at: z.iso.datetime() },
  }),
)
