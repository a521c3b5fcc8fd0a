import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { mail } from '#server/database/schema/mail.ts'
import { requestRefund } from '#server/payment/refund/refund.ts'
import { eventOf } from '#server/testing/payment.ts'
import { openTestRefunds, type TestRefunds } from '#server/testing/refunds.ts'

let refunds: TestRefunds
let ann: Awaited<ReturnType<TestRefunds['paid']>>['ann']
let id: string
let intent: string

beforeAll(async () => {
  refunds = await openTestRefunds()
})
beforeEach(() => paid())
afterAll(() => refunds.close())

async function paid(card?: string) {
  ;({ ann, id, intent } = await refunds.paid(card))
}
const slowly = { timeout: 20_000 }
const emails = async () => {
  const rows = await refunds.server.database.db.select().from(mail).where(eq(mail.recipient, ann.email))
  return rows.filter(({ kind }) => kind === 'refunded').length
}

describe('a refund by staff', () => {
  it('in parts reaches the card, the ledger, the patient and the audit trail', async () => {
    expect((await refunds.refundOf(20)).json().booking).toMatchObject({ paid: true })
    await expect.poll(refunds.totals, slowly).toEqual([0, 20_00])
    expect((await refunds.refundOf(39)).statusCode).toBe(200)
    await expect.poll(refunds.totals, slowly).toEqual([0, 59_00])
    expect(await refunds.atProvider()).toEqual([39_00, 20_00])
    expect(await refunds.pay.findIntent(intent)).toMatchObject({ state: 'refunded', refunded: 59_00 })
    expect(await refunds.pay.ledger(intent)).toEqual(
      expect.arrayContaining(['refund-requested', 'refund-succeeded', 'refund-requested', 'refund-succeeded']),
    )
    expect(await refunds.details()).toMatchObject({
      paid: true,
      left: 0,
      refunds: [{ amount: 20, note: 'Came in vain' }, {}],
    })
    const [seen] = (
      await refunds.server.app.inject({ url: `/booking?patient=${encodeURIComponent(ann.email)}`, headers: ann.bearer })
    ).json()
    expect(seen).toMatchObject({ refunded: 59, refundedAt: expect.any(String) })
    expect(await emails()).toBe(2)
    const records = await refunds.server.database.db.select().from(audit).where(eq(audit.action, 'refund-payment'))
    expect(records.map(({ target }) => target)).toContainEqual(expect.stringContaining('$20'))
  })

  it('of more than is left is refused with the field', async () => {
    await refunds.refundOf(20)
    const response = await refunds.refundOf(39.01)
    expect([response.statusCode, response.json().errors]).toEqual([
      400,
      { amount: 'More than is left of this payment' },
    ])
    expect((await refunds.totals()).reduce((sum, cents) => sum + cents)).toBe(20_00)
  })

  it('that is sent five times with one request id happens once', async () => {
    const requestId = randomUUID()
    const responses = await Promise.all(Array.from({ length: 5 }, () => refunds.refundOf(20, requestId)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    await expect.poll(refunds.totals, slowly).toEqual([0, 20_00])
    expect(await refunds.atProvider()).toEqual([20_00])
  })

  it('with the request id of another amount, note or payment is refused', async () => {
    const requestId = randomUUID()
    expect((await refunds.refundOf(20, requestId)).statusCode).toBe(200)
    const url = `/desk/appointments/${id}/refund`
    const changed = [
      await refunds.refundOf(21, requestId),
      await refunds.post(url, { amount: 20, requestId, note: 'Another note' }),
    ]
    await paid()
    changed.push(await refunds.refundOf(20, requestId))
    for (const response of changed) expect([response.statusCode, response.json().code]).toEqual([409, 'other-request'])
    expect(await refunds.totals()).toEqual([0, 0])
  })

  it('with one request id for two payments at once happens once', async () => {
    const requestId = randomUUID()
    const first = id
    await paid()
    const responses = await Promise.all([first, id].map((one) => refunds.refundOf(20, requestId, one)))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })

  it('from ten desks at once never exceeds the payment', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => refunds.refundOf(20)))
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
    await expect.poll(refunds.totals, slowly).toEqual([0, 40_00])
    expect(await refunds.atProvider()).toEqual([20_00, 20_00])
  })

  it('of an unpaid appointment is refused', async () => {
    const unpaid = await refunds.pay.book(ann)
    const response = await refunds.refundOf(1, randomUUID(), unpaid)
    expect([response.statusCode, response.json().code]).toEqual([409, 'not-paid'])
  })
})

describe('a refund in the provider’s dashboard', () => {
  it('changes the booking, once, however often it is reported', async () => {
    await refunds.pay.stripe.refunds.create({ payment_intent: intent, amount: 15_00 })
    const event = eventOf('charge.refunded', intent, { id: 'ch_1', object: 'charge', payment_intent: intent })
    await Promise.all([
      refunds.pay.deliver(event),
      refunds.pay.deliver(event),
      refunds.pay.deliver({ ...event, id: 'evt_other' }),
    ])
    expect(await refunds.totals()).toEqual([0, 15_00])
    expect(await refunds.details()).toMatchObject({ left: 44, refunds: [{ amount: 15, reason: 'at-provider' }] })
    expect(await emails()).toBe(1)
  })

  it('of the whole payment makes a requested one void', async () => {
    await refunds.pay.stripe.refunds.create({ payment_intent: intent })
    await refunds.server.database.db.transaction((tx) =>
      requestRefund(tx, { intentId: intent, amount: 20_00, reason: 'by-staff' }),
    )
    await refunds.carryOut()
    expect(await refunds.totals()).toEqual([0, 59_00])
    expect((await refunds.details()).refunds.map(({ state }: { state: string }) => state).sort()).toEqual([
      'succeeded',
      'void',
    ])
  })

  it('of a part leaves the rest to a requested refund of all', async () => {
    await refunds.pay.stripe.refunds.create({ payment_intent: intent, amount: 15_00 })
    await refunds.server.database.db.transaction((tx) =>
      requestRefund(tx, { intentId: intent, amount: 59_00, reason: 'cancelled' }),
    )
    await refunds.carryOut()
    expect(await refunds.totals()).toEqual([0, 59_00])
    expect(await refunds.atProvider()).toEqual([44_00, 15_00])
  })
})

describe('cancelling by staff', () => {
  const cancel = (payload: object) => refunds.post(`/desk/appointments/${id}/cancel`, payload)

  it.each([
    [59, [0, 59_00]],
    [20, [0, 20_00]],
    [0, [0, 0]],
  ])('refunds $%s', async (amount, expected) => {
    const response = await cancel({ refund: amount })
    expect([response.statusCode, response.json().refund]).toEqual([200, amount || undefined])
    await expect.poll(refunds.totals, slowly).toEqual(expected)
    expect(await refunds.pay.findBooking(id)).toMatchObject({ status: 'cancelled' })
    expect((await cancel({ refund: 0 })).json().code).toBe('cancelled')
  })

  it('with more than was paid changes nothing', async () => {
    const response = await cancel({ refund: 60 })
    expect([response.statusCode, response.json().errors]).toEqual([
      400,
      { refund: 'More than is left of this payment' },
    ])
    expect(await refunds.pay.findBooking(id)).toMatchObject({ status: 'booked', refundingCents: 0 })
  })
})
