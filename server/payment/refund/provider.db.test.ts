import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refund } from '#server/database/schema/payment.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { eventOf, openTestPayments, type TestPayments } from '#server/testing/payment.ts'
import { type CardProvider, cardProvider, type ProviderRefund, ProviderUnavailable } from '../provider/provider.ts'
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
/** Makes the refunds of this payment due. */
const wait = () => server.database.db.update(refund).set({ checkAt: sql`now()` }).where(eq(refund.intentId, intent))

const carryOut = (overrides?: Partial<CardProvider>) => carryOutRefunds(pay.depsWith(overrides), { intentId: intent })

describe('the provider’s answer', () => {
  const unavailable = () => Promise.reject(new ProviderUnavailable({}))
  // As if the hour of the idempotency key were over.
  const refundAnew: CardProvider['refund'] = (values) => cardProvider(pay.sandbox.account).refund(values, randomUUID())
  const request = () =>
    server.database.db.insert(refund).values({ id: randomUUID(), intentId: intent, amount: 20_00, reason: 'by-staff' })

  it('that never comes is asked for again, and nothing is refunded twice', async () => {
    await request()
    const lost: CardProvider['refund'] = async (values) => {
      await refundAnew(values, '')
      return unavailable()
    }
    await expect(carryOut({ refund: lost })).rejects.toBeInstanceOf(ProviderUnavailable)
    await wait()
    await carryOut({ refund: refundAnew })
    expect([await totals(), await atProvider()]).toEqual([[0, 20_00], [20_00]])
  })

  it('that comes late is not overtaken by another worker', async () => {
    await request()
    await Promise.all([1, 2, 3].map(() => carryOut({ refund: refundAnew })))
    expect([await totals(), await atProvider()]).toEqual([[0, 20_00], [20_00]])
  })

  it('pending is shown as such until the bank has it', async () => {
    await request()
    const cards = cardProvider(pay.sandbox.account)
    const pending: Partial<CardProvider> = {
      refund: async (...call) => {
        const made = await cards.refund(...call)
        return typeof made === 'string' ? made : asPending(made)
      },
      listRefunds: async (of) => (await cards.listRefunds(of)).map(asPending),
    }
    await carryOut(pending)
    expect([await totals(), (await details()).refunds[0].state]).toEqual([[20_00, 0], 'pending'])
    await wait()
    await carryOut()
    expect([await totals(), (await details()).refunds[0].state]).toEqual([[0, 20_00], 'succeeded'])
  })

  it('failed is shown to staff and retried, by a person too', async () => {
    await request()
    await carryOut({ listRefunds: async () => [], refund: async () => 'charge_disputed' })
    const [failed] = (await details()).refunds
    expect([await totals(), failed.state]).toEqual([[20_00, 0], 'failed'])
    expect((await post(`/desk/refunds/${failed._id}/retry`, {})).statusCode).toBe(200)
    await expect.poll(totals, slowly).toEqual([0, 20_00])
    const again = await post(`/desk/refunds/${failed._id}/retry`, {})
    expect([again.statusCode, again.json().code]).toEqual([409, 'not-failed'])
  })
})

const asPending = (one: ProviderRefund): ProviderRefund => ({ ...one, state: 'pending' })

describe('with the sandbox’s cards', () => {
  const statuses = async () =>
    (await pay.stripe.refunds.list({ payment_intent: intent })).data.map(({ status }) => status)
  const reported = (type: string) => pay.deliver(eventOf(type, intent, { object: 'refund', payment_intent: intent }))

  it('a refund that the bank takes later is pending, then arrives', async () => {
    await paid('4000000000007726')
    await refundOf(20)
    await expect.poll(statuses, slowly).toEqual(['pending'])
    await expect.poll(async () => (await details()).refunds[0].state, slowly).toBe('pending')
    expect(await totals()).toEqual([20_00, 0])
    await expect.poll(statuses, slowly).toEqual(['succeeded'])
    await reported('refund.updated')
    expect(await totals()).toEqual([0, 20_00])
  })

  it('a refund that the bank returns is owed again', async () => {
    await paid('4000000000005126')
    await refundOf(20)
    await expect.poll(totals, slowly).toEqual([0, 20_00])
    await expect.poll(statuses, slowly).toEqual(['failed'])
    await reported('refund.failed')
    expect([await totals(), (await details()).refunds[0].state]).toEqual([[20_00, 0], 'failed'])
    expect(await pay.ledger(intent)).toContain('refund-failed')
  })

  it('a dispute is recorded and shown to staff', async () => {
    await paid('4000000000000259')
    await reported('charge.dispute.created')
    await reported('charge.dispute.updated')
    expect((await details()).dispute).toMatchObject({ status: 'needs_response' })
    expect((await pay.ledger(intent)).filter((kind) => kind === 'disputed')).toHaveLength(1)
  })
})
