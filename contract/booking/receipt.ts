import { z } from 'zod/mini'
import { paymentMethod } from '../desk/payment.ts'

/** Query of `GET /booking/{id}/receipt`: the number of a receipt. Without it, all payments are on it. */
export const receiptQuery = z.object({
  number: z.optional(z.string().check(z.regex(/^\d{4}-\d{5,10}$/, 'Not the number of a receipt'))),
})

/** Response of `GET /booking/{id}/receipt`: what a receipt for an appointment shows. Each payment has the number of its
 *  receipt; void ones are left out. With `number` it is the receipt of that payment alone. `issuedAt`: when this
 *  response was made. `charges` are what the patient owes for. A refund without `at` has not arrived yet. `owed`: what
 *  is still to pay; absent if that is nothing, or on the receipt of one payment. Amounts in dollars, instants as ISO
 *  8601, `birthDate` as YYYY-MM-DD, `date` in the medium format. */
export const receipt = z.object({
  number: z.optional(z.string()),
  clinic: z.object({
    ...{ name: z.string(), address: z.string(), phone: z.string(), email: z.string() },
    ...{ taxId: z.optional(z.string()), imprint: z.optional(z.string()) },
  }),
  issuedAt: z.iso.datetime(),
  patient: z.object({ name: z.string(), birthDate: z.optional(z.iso.date()), email: z.optional(z.string()) }),
  appointment: z.object({
    ...{ treatment: z.string(), doctor: z.optional(z.string()), date: z.string(), slot: z.string() },
    cancelledAt: z.optional(z.iso.datetime()),
  }),
  charges: z.array(z.object({ words: z.string(), amount: z.number() })),
  payments: z.array(
    z.object({
      ...{ receipt: z.string(), method: paymentMethod, amount: z.number(), at: z.iso.datetime() },
      transactionId: z.optional(z.string()),
    }),
  ),
  refunds: z.array(
    z.object({
      ...{ receipt: z.string(), method: paymentMethod, amount: z.number() },
      at: z.optional(z.iso.datetime()),
    }),
  ),
  received: z.number(),
  owed: z.optional(z.number()),
})
export type Receipt = z.infer<typeof receipt>

/** Returns the name of a receipt's file: the number of its payment, or the first and the last of several. */
export function receiptFileName({ payments }: Pick<Receipt, 'payments'>): string {
  const [first, last] = [payments[0]?.receipt, payments.at(-1)?.receipt]
  return first === last ? `receipt-${first}.pdf` : `receipts-${first}-to-${last}.pdf`
}
