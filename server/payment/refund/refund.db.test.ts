import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { mail } from '#server/database/schema/mail.ts'
import { refund } from '#server/database/schema/payment.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { eventOf, openTestPayments, type TestPayments } from '#server/testing/payment.ts'
import { carryOutRefunds } from './refund.ts'

let server: TestApp
let pay: TestPayments
let ann: Awaited<ReturnType<TestApp['person']>>
let staff: Awaited<ReturnType<TestApp['person']>>
let id: string
let intent: string

beforeAll(async () => {
  server = await openTestApp()
  pay = await openTestPayments(server)
  staff = await server.person({ role: 'admin' })
})
beforeEach(() => paid())
async function paid(card?: string) {
  ann = await server.person({ name: 'Ann' })
  id = await pay.book(ann)
  intent = await pay.intentFor(ann, id)
  await pay.charge(intent, card)
  await pay.report(ann, id, intent)
}
afterAll(async () => {
  await pay.sandbox.close()
  await server.close()
})

const slowly = { timeout: 20_000 }
const post = (url: string, payload: object, person = staff) =>
  server.app.inject({ method: 'POST', url, headers: person.bearer, payload })
const refundOf = (amount: number, requestId = randomUUID()) =>
  post(`/desk/appointments/${id}/refund`, { amount, requestId, note: 'Came in vain' })
const details = async () =>
  (await server.app.inject({ url: `/desk/appointments/${id}/payment`, headers: staff.bearer })).json()
const totals = async () => {
  const { refunding, refunded } = await pay.findBooking(id)
  return [refunding, refunded]
}
const atProvider = async () =>
  (await pay.stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount)
const emails = async () => {
  const rows = await server.database.db.select().from(mail).where(eq(mail.recipient, ann.email))
  return rows.filter(({ kind }) => kind === 'refunded').length
}

const carryOut = () => carryOutRefunds(pay.depsWith(), { intentId: intent })

describe('a refund by staff', () => {
  it('in parts reaches the card, the ledger, the patient and the audit trail', async () => {
    expect((await refundOf(20)).json().booking).toMatchObject({ paid: true })
    await expect.poll(totals, slowly).toEqual([0, 20_00])
    expect((await refundOf(39)).statusCode).toBe(200)
    await expect.poll(totals, slowly).toEqual([0, 59_00])
    expect(await atProvider()).toEqual([39_00, 20_00])
    expect(await pay.findIntent(intent)).toMatchObject({ state: 'refunded', refunded: 59_00 })
    expect(await pay.ledger(intent)).toEqual(
      expect.arrayContaining(['refund-requested', 'refund-succeeded', 'refund-requested', 'refund-succeeded']),
    )
    expect(await details()).toMatchObject({ paid: true, left: 0, refunds: [{ amount: 20, note: 'Came in vain' }, {}] })
    const [seen] = (
      await server.app.inject({ url: `/booking?patient=${encodeURIComponent(ann.email)}`, headers: ann.bearer })
    ).json()
    expect(seen).toMatchObject({ refunded: 59, refundedAt: expect.any(String) })
    expect(await emails()).toBe(2)
    const records = await server.database.db.select().from(audit).where(eq(audit.action, 'refund-payment'))
    expect(records.map(({ target }) => target)).toContainEqual(expect.stringContaining('$20'))
  })

  it('of more than is left is refused with the field', async () => {
    await refundOf(20)
    const response = await refundOf(39.01)
    expect([response.statusCode, response.json().errors]).toEqual([
      400,
      { amount: 'More than is left of this payment' },
    ])
    expect((await totals()).reduce((sum, cents) => sum + cents)).toBe(20_00)
  })

  it('that is sent five times with one request id happens once', async () => {
    const requestId = randomUUID()
    const responses = await Promise.all(Array.from({ length: 5 }, () => refundOf(20, requestId)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    await expect.poll(totals, slowly).toEqual([0, 20_00])
    expect(await atProvider()).toEqual([20_00])
  })

  it('from ten desks at once never exceeds the payment', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => refundOf(20)))
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
    await expect.poll(totals, slowly).toEqual([0, 40_00])
    expect(await atProvider()).toEqual([20_00, 20_00])
  })

  it('of an unpaid appointment is refused', async () => {
    id = await pay.book(ann)
    const response = await refundOf(1)
    expect([response.statusCode, response.json().code]).toEqual([409, 'not-paid'])
  })
})

describe('a refund in the provider’s dashboard', () => {
  it('changes the booking, once, however often it is reported', async () => {
    await pay.stripe.refunds.create({ payment_intent: intent, amount: 15_00 })
    const event = eventOf('charge.refunded', intent, { id: 'ch_1', object: 'charge', payment_intent: intent })
    await Promise.all([pay.deliver(event), pay.deliver(event), pay.deliver({ ...event, id: 'evt_other' })])
    expect(await totals()).toEqual([0, 15_00])
    expect(await details()).toMatchObject({ left: 44, refunds: [{ amount: 15, reason: 'at-provider' }] })
    expect(await emails()).toBe(1)
  })

  it('of the whole payment makes a requested one void', async () => {
    await pay.stripe.refunds.create({ payment_intent: intent })
    await server.database.db.transaction(async (tx) => {
      await tx.insert(refund).values({ id: randomUUID(), intentId: intent, amount: 20_00, reason: 'by-staff' })
    })
    await carryOut()
    expect(await totals()).toEqual([0, 59_00])
    expect((await details()).refunds.map(({ state }: { state: string }) => state).sort()).toEqual(['succeeded', 'void'])
  })

  it('of a part leaves the rest to a requested refund of all', async () => {
    await pay.stripe.refunds.create({ payment_intent: intent, amount: 15_00 })
    await server.database.db
      .insert(refund)
      .values({ id: randomUUID(), intentId: intent, amount: 59_00, reason: 'cancelled' })
    await carryOut()
    expect(await totals()).toEqual([0, 59_00])
    expect(await atProvider()).toEqual([44_00, 15_00])
  })
})

describe('cancelling by staff', () => {
  const cancel = (payload: object) => post(`/desk/appointments/${id}/cancel`, payload)

  it.each([
    [59, [0, 59_00]],
    [20, [0, 20_00]],
    [0, [0, 0]],
  ])('refunds $%s', async (amount, expected) => {
    const response = await cancel({ refund: amount })
    expect([response.statusCode, response.json().refund]).toEqual([200, amount || undefined])
    await expect.poll(totals, slowly).toEqual(expected)
    expect(await pay.findBooking(id)).toMatchObject({ status: 'cancelled' })
    expect((await cancel({ refund: 0 })).json().code).toBe('cancelled')
  })

  it('with more than was paid changes nothing', async () => {
    const response = await cancel({ refund: 60 })
    expect([response.statusCode, response.json().errors]).toEqual([
      400,
      { refund: 'More than is left of this payment' },
    ])
    expect(await pay.findBooking(id)).toMatchObject({ status: 'booked', refunding: 0 })
  })
})
