import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { refund } from '#server/database/schema/payment.ts'
import { carryOutRefunds } from '#server/payment/refund/refund.ts'
import { openTestDeskPayments, type TestDeskPayments } from '#server/payment/testing/desk-payments.ts'
import { intentIn } from '#server/testing/payment.ts'

let desk: TestDeskPayments
beforeAll(async () => {
  desk = await openTestDeskPayments()
})
afterAll(() => desk.close())

const only = <T>(list: readonly T[]): T => {
  expect(list).toHaveLength(1)
  return list[0] as T
}

describe('a refund of money taken at the desk', () => {
  it('lowers what is charged, or is owed again', async () => {
    const { id } = await desk.book()
    await desk.take(id, 59)
    await desk.refund(id, 10)
    expect(await desk.details(id)).toMatchObject({ price: 59, owed: 0, paid: true, left: 49 })
    await desk.refund(id, 9, { owedAgain: true })
    expect(await desk.details(id)).toMatchObject({ owed: 9, paid: false, left: 40 })
    expect((await desk.refund(id, 40.01)).json().errors).toHaveProperty('amount')
  })

  it('is within the limit of receptionists', async () => {
    await desk.server.database.db.update(clinicPolicy).set({ deskRefundDollars: 15 })
    const { id } = await desk.book()
    await desk.take(id, 59)
    expect((await desk.refund(id, 10, {}, desk.desk)).statusCode).toBe(200)
    expect((await desk.refund(id, 6, {}, desk.desk)).statusCode).toBe(403)
    expect((await desk.refund(id, 6)).statusCode).toBe(200)
  })

  it('names one of several payments', async () => {
    const { id } = await desk.book()
    await desk.take(id, 35)
    await desk.take(id, 24, { method: 'terminal' })
    expect((await desk.refund(id, 5)).json().code).toBe('which-payment')
    const byTerminal = (await desk.details(id)).payments.find(({ method }) => method === 'terminal')
    expect((await desk.refund(id, 25, { paymentId: byTerminal?._id })).json().errors).toHaveProperty('amount')
    expect((await desk.refund(id, 24, { paymentId: byTerminal?._id })).statusCode).toBe(200)
  })

  it('after a cancellation by the patient waits until it is handed out, once', async () => {
    const { ann, id } = await desk.book()
    await desk.take(id, 59)
    const cancelled = await desk.send('POST', `/booking/${id}/cancel`, { reason: 'ill' }, ann)
    expect(cancelled.statusCode, cancelled.body).toBe(200)
    const due = only((await desk.details(id)).refunds)
    expect(due).toMatchObject({ amount: 59, method: 'cash', state: 'due' })
    const handOut = () => desk.send('POST', `/desk/refunds/${due._id}/hand-out`)
    const answers = await Promise.all([handOut(), handOut()])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(only((await desk.details(id)).refunds)).toMatchObject({ state: 'succeeded' })
  })

  it('of a card payment can’t be owed again', async () => {
    const { ann, id } = await desk.book()
    const intent = await desk.pay.intentFor(ann, id)
    await desk.pay.charge(intent)
    await desk.pay.report(ann, id, intent)
    expect((await desk.refund(id, 5, { owedAgain: true })).json().errors).toHaveProperty('owedAgain')
  })

  it('of a part by card waits while the provider is away, and is made when it is back', async () => {
    const { ann, id } = await desk.book()
    await desk.take(id, 20)
    const answer = await desk.pay.requestIntent(ann, { price: 39, appointment: id })
    const intent = intentIn(answer.json().clientSecret)
    await desk.pay.charge(intent)
    await desk.pay.report(ann, id, intent)
    await desk.pay.setFaults({ api: { down: true } })
    expect((await desk.refund(id, 5)).statusCode).toBe(200)
    expect(await desk.details(id)).toMatchObject({ owed: 0, left: 54, refunds: [{ amount: 5, method: 'card-online' }] })
    await desk.pay.setFaults({})
    // As if five minutes had passed.
    await desk.server.database.db.update(refund).set({ checkAt: sql`now()` }).where(eq(refund.intentId, intent))
    await carryOutRefunds(desk.pay.depsWith(), intent)
    const [made] = (await desk.pay.stripe.refunds.list({ payment_intent: intent })).data
    expect(made).toMatchObject({ amount: 5_00 })
  })
})
