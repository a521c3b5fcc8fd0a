import { randomUUID } from 'node:crypto'
import type { PaymentDetails } from '#contract/desk/payment.ts'
import type { Till } from '#contract/desk/till.ts'
import { openTestApp } from '#server/testing/app.ts'
import { openTestPayments } from '#server/testing/payment.ts'

type Method = 'GET' | 'POST' | 'PATCH'
type Staff = Awaited<ReturnType<Awaited<ReturnType<typeof openTestApp>>['person']>>

/** Opens an app with the card sandbox, and returns the calls of the desk about money. Appointments cost $59. */
export async function openTestDeskPayments() {
  const server = await openTestApp()
  const pay = await openTestPayments(server)
  const [admin, desk] = [await server.person({ role: 'admin' }), await server.person({ role: 'receptionist' })]
  const send = (method: Method, url: string, payload?: object, by: Staff = admin) =>
    server.app.inject({ method, url, headers: by.bearer, ...(payload && { payload }) })
  const of = (id: string) => `/desk/appointments/${id}`

  return {
    ...{ server, pay, admin, desk, send },
    /** Books an appointment of a new patient. */
    book: async () => {
      const ann = await server.person({ name: 'Ann' })
      return { ann, id: await pay.book(ann) }
    },
    take: (id: string, amount: number, more: object = {}, by: Staff = desk) =>
      send('POST', `${of(id)}/payments`, { requestId: randomUUID(), method: 'cash', amount, ...more }, by),
    refund: (id: string, amount: number, more: object = {}, by: Staff = admin) =>
      send('POST', `${of(id)}/refund`, { requestId: randomUUID(), amount, ...more }, by),
    voidPayment: (paymentId: string, reason = 'Taken by mistake') =>
      send('POST', `/desk/payments/${paymentId}/void`, { reason }),
    price: (id: string, price: number, from: number, reason = 'Agreed by phone') =>
      send('PATCH', `${of(id)}/price`, { price, from, reason }),
    details: async (id: string): Promise<PaymentDetails> => (await send('GET', `${of(id)}/payment`)).json(),
    till: async (): Promise<Till> => (await send('GET', '/desk/till')).json(),
    closeTill: (payload: object, by: Staff = desk) => send('POST', '/desk/till/close', payload, by),
    close: async () => {
      await pay.sandbox.close()
      await server.close()
    },
  }
}
export type TestDeskPayments = Awaited<ReturnType<typeof openTestDeskPayments>>
