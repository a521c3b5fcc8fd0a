import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { openTestRefunds, type TestRefunds } from '#server/testing/refunds.ts'

let refunds: TestRefunds
let rita: Awaited<ReturnType<TestRefunds['server']['person']>>
beforeAll(async () => {
  refunds = await openTestRefunds()
  rita = await refunds.server.person({ role: 'receptionist' })
})
afterAll(() => refunds.close())

const limitTo = (deskRefundDollars: number) =>
  refunds.server.database.db.update(clinicPolicy).set({ deskRefundDollars })
const post = (url: string, payload: object) =>
  refunds.server.app.inject({ method: 'POST', url, headers: rita.bearer, payload })
const refund = (id: string, amount: number) =>
  post(`/desk/appointments/${id}/refund`, { amount, requestId: randomUUID(), note: 'Too long a wait' })

it('a receptionist refunds up to the clinic’s limit of a payment, in all', async () => {
  const { id } = await refunds.paid()
  await limitTo(20)
  const over = await refund(id, 20.01)
  expect([over.statusCode, over.json().code]).toEqual([403, 'over-limit'])
  expect((await refund(id, 15)).statusCode).toBe(200)
  expect((await refund(id, 5.01)).statusCode).toBe(403)
  expect((await refund(id, 5)).statusCode).toBe(200)
  // An admin refunds the rest.
  expect((await refunds.refundOf(39, randomUUID(), id)).statusCode).toBe(200)
})

it('a receptionist cancels within the limit only, and without a refund at any', async () => {
  const [first, second] = [await refunds.paid(), await refunds.paid()]
  await limitTo(0)
  const over = await post(`/desk/appointments/${first.id}/cancel`, { refund: 59 })
  expect([over.statusCode, over.json().code]).toEqual([403, 'over-limit'])
  expect(await refunds.pay.findBooking(first.id)).toMatchObject({ status: 'booked' })
  expect((await post(`/desk/appointments/${first.id}/cancel`, { refund: 0 })).statusCode).toBe(200)
  await limitTo(59)
  const within = await post(`/desk/appointments/${second.id}/cancel`, { refund: 59 })
  expect(within.json()).toEqual({ success: true, refund: 59 })
})
