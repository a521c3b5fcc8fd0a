import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '#server/database/schema/booking.ts'
import { mail } from '#server/database/schema/mail.ts'
import { payment } from '#server/database/schema/payment.ts'
import { openTestDeskPayments, type TestDeskPayments } from '#server/payment/testing/desk-payments.ts'

let desk: TestDeskPayments
beforeAll(async () => {
  desk = await openTestDeskPayments()
})
afterAll(() => desk.close())

const slowly = { timeout: 20_000 }
const only = <T>(list: readonly T[]): T => {
  expect(list).toHaveLength(1)
  return list[0] as T
}
const _mark = (id: string, status: 'booked' | 'done' | 'no-show') =>
  desk.server.database.db.update(booking).set({ status }).where(eq(booking.id, id))

describe('a payment at the desk', () => {
  it('pays a part, and the last part makes the appointment paid with the number of its receipt', async () => {
    const { ann, id } = await desk.book()
    const first = (await desk.take(id, 35)).json().payment
    expect(first).toMatchObject({ owed: 24, received: 35, paid: false, left: 35 })
    expect(first).not.toHaveProperty('transactionId')
    const last = (await desk.take(id, 24, { method: 'terminal', reference: 'Slip 7' })).json().payment
    expect(last).toMatchObject({ owed: 0, received: 59, paid: true })
    expect(last.payments).toMatchObject([
      { method: 'terminal', amount: 24, reference: 'Slip 7', takenBy: desk.desk.email },
      { method: 'cash', amount: 35 },
    ])
    expect(last.transactionId).toMatch(/^\d{4}-\d{5}$/)
    expect(last.transactionId).toBe(last.payments[0].receipt)
    const [seen] = (await desk.send('GET', `/booking?patient=${encodeURIComponent(ann.email)}`, undefined, ann)).json()
    expect(seen).toMatchObject({ paid: true, transactionId: last.transactionId, price: 59, received: 59 })
  })

  it.each([
    [-5, 'amount'],
    [0, 'amount'],
    [1e12, 'amount'],
    [5.005, 'amount'],
  ])('of %f is refused with the field', async (amount, field) => {
    const { id } = await desk.book()
    const refused = await desk.take(id, amount)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
    expect(await desk.details(id)).toMatchObject({ owed: 59, payments: [] })
  })

  it('of more than is owed is refused, says what is owed and changes nothing', async () => {
    const { id } = await desk.book()
    await desk.take(id, 35)
    const refused = await desk.take(id, 24.01)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'more-than-owed'])
    expect(refused.json().errors).toEqual({ amount: 'Only $24 is still to pay' })
    expect(await desk.details(id)).toMatchObject({ owed: 24, received: 35 })
  })

  it('that is sent five times is taken once; its request id with other contents is refused', async () => {
    const { id } = await desk.book()
    const requestId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => desk.take(id, 20, { requestId })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect((await desk.take(id, 21, { requestId })).json().code).toBe('other-request')
    expect(only((await desk.details(id)).payments)).toMatchObject({ amount: 20 })
  })

  it('of fifty desks at once is taken by one', async () => {
    const { id } = await desk.book()
    const answers = await Promise.all(Array.from({ length: 50 }, () => desk.take(id, 59)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(49)
    expect(await desk.details(id)).toMatchObject({ owed: 0, received: 59 })
  })

  it('while a card payment is under way: the card payment goes back to the cent', async () => {
    const { ann, id } = await desk.book()
    const intent = await desk.pay.intentFor(ann, id)
    await desk.take(id, 35)
    await desk.pay.charge(intent)
    const reported = await desk.pay.report(ann, id, intent)
    const lessOwed = { status: 409, code: 'less-owed', owed: 24 }
    expect(reported.json()).toMatchObject({
      ...lessOwed,
      detail: expect.stringContaining('Only $24 was still to pay, so your payment of $59 goes back'),
    })
    const refunds = async () => (await desk.pay.stripe.refunds.list({ payment_intent: intent })).data
    await expect.poll(async () => (await refunds()).map(({ amount }) => amount), slowly).toEqual([59_00])
    expect(await desk.details(id)).toMatchObject({ owed: 24, received: 35, refunds: [] })
    // As if the webhook had been faster.
    expect((await desk.pay.report(ann, id, intent)).json()).toMatchObject(lessOwed)
    const next = await desk.pay.requestIntent(ann, { price: 24, appointment: id })
    expect(next.statusCode, next.body).toBe(200)
  })

  it('leaves receipts without a gap, whatever was refused in between', async () => {
    const rows = await desk.server.database.db.select().from(payment)
    const counts = rows.map(({ receiptCount }) => receiptCount).sort((a, b) => a - b)
    expect(counts).toEqual(counts.map((_, at) => at + 1))
  })
})

describe('a void', () => {
  it('makes the appointment owed again and keeps the receipt’s number', async () => {
    const { id } = await desk.book()
    const paid = only((await desk.take(id, 59)).json().payment.payments as { _id: string; receipt: string }[])
    const voided = (await desk.voidPayment(paid._id)).json().payment
    expect(voided).toMatchObject({ owed: 59, received: 0, paid: false })
    expect(only(voided.payments)).toMatchObject({ receipt: paid.receipt, voidReason: 'Taken by mistake' })
    expect((await desk.voidPayment(paid._id)).json().code).toBe('voided')
    expect((await desk.take(id, 59)).json().payment).toMatchObject({ paid: true })
  })

  it('of a card payment on the website, of a refunded one and without a reason is refused', async () => {
    const { ann, id } = await desk.book()
    const intent = await desk.pay.intentFor(ann, id)
    await desk.pay.charge(intent)
    await desk.pay.report(ann, id, intent)
    const byCard = only((await desk.details(id)).payments)
    expect((await desk.voidPayment(byCard._id)).json().code).toBe('by-provider')
    const { id: other } = await desk.book()
    const paid = only((await desk.take(other, 59)).json().payment.payments as { _id: string }[])
    expect((await desk.voidPayment(paid._id, ' ')).json().errors).toHaveProperty('reason')
    await desk.refund(other, 10)
    expect((await desk.voidPayment(paid._id)).json().code).toBe('refunded')
    expect((await desk.voidPayment(randomUUID())).statusCode).toBe(404)
  })
})

describe('a changed price', () => {
  it('needs a reason and what the caller saw, and the patient is told', async () => {
    const { ann, id } = await desk.book()
    expect((await desk.price(id, 79, 59, '')).json().errors).toHaveProperty('reason')
    expect((await desk.price(id, 79, 60)).json().code).toBe('changed')
    const changed = (await desk.price(id, 79.5, 59)).json().payment
    expect(changed).toMatchObject({ price: 79.5, owed: 79.5 })
    expect(changed.charges).toMatchObject([
      { amount: 59, voidedAt: expect.any(String), voidedBy: desk.admin.email },
      { amount: 79.5, reason: 'Agreed by phone', madeBy: desk.admin.email },
    ])
    const emails = await desk.server.database.db.select().from(mail).where(eq(mail.recipient, ann.email))
    expect(emails.map(({ kind }) => kind)).toContain('price-changed')
  })

  it('below what was paid is refused; above it the rest is owed', async () => {
    const { id } = await desk.book()
    await desk.take(id, 59)
    expect((await desk.price(id, 58.99, 59)).json()).toMatchObject({
      code: 'below-paid',
      errors: { price: expect.any(String) },
    })
    expect((await desk.price(id, 69, 59)).json().payment).toMatchObject({ owed: 10, paid: false })
    expect((await desk.take(id, 10)).json().payment).toMatchObject({ owed: 0, paid: true })
  })

  it('of a cancelled appointment is refused; nothing is owed for it', async () => {
    const { id } = await desk.book()
    await desk.send('POST', `/desk/appointments/${id}/cancel`, {})
    expect((await desk.price(id, 10, 59)).json().code).toBe('cancelled')
    expect(await desk.details(id)).toMatchObject({ price: 59, owed: 0, paid: false })
  })
})
