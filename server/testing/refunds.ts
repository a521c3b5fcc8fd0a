import { randomUUID } from 'node:crypto'
import type { CardProvider } from '#server/payment/provider.ts'
import { carryOutRefunds } from '#server/payment/refund/refund.ts'
import { openTestApp } from './app.ts'
import { openTestPayments } from './payment.ts'

/** Opens an app with payments, and returns calls about the appointment of `$59` that `paid` booked and paid last. */
export async function openTestRefunds() {
  const server = await openTestApp()
  const pay = await openTestPayments(server)
  const staff = await server.person({ role: 'admin' })
  let [id, intent] = ['', '']
  const post = (url: string, payload: object) =>
    server.app.inject({ method: 'POST', url, headers: staff.bearer, payload })
  return {
    server,
    pay,
    post,
    /** Books and pays an appointment of a new patient, with a valid card unless given another. */
    paid: async (card?: string) => {
      const ann = await server.person({ name: 'Ann' })
      id = await pay.book(ann)
      intent = await pay.intentFor(ann, id)
      await pay.charge(intent, card)
      await pay.report(ann, id, intent)
      return { ann, id, intent }
    },
    /** Refunds dollars of the payment as staff, of another appointment if given. */
    refundOf: (amount: number, requestId = randomUUID(), appointment = id) =>
      post(`/desk/appointments/${appointment}/refund`, { amount, requestId, note: 'Came in vain' }),
    details: async () =>
      (await server.app.inject({ url: `/desk/appointments/${id}/payment`, headers: staff.bearer })).json(),
    /** The cents of the appointment that are on their way to the card, and those that have arrived. */
    totals: async () => {
      const { refundingCents, refundedCents } = await pay.findBooking(id)
      return [refundingCents, refundedCents]
    },
    /** The cents of each refund at the provider, the latest first. */
    atProvider: async () =>
      (await pay.stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount),
    carryOut: (overrides?: Partial<CardProvider>) => carryOutRefunds(pay.depsWith(overrides), intent),
    close: async () => {
      await pay.sandbox.close()
      await server.close()
    },
  }
}
export type TestRefunds = Awaited<ReturnType<typeof openTestRefunds>>
