import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refund } from '#server/database/schema/payment.ts'
import { eventOf } from '#server/testing/payment.ts'
import { openTestRefunds, type TestRefunds } from '#server/testing/refunds.ts'
import { type CardProvider, cardProvider, type ProviderRefund, ProviderUnavailable } from '../provider.ts'
import { requestRefund } from './refund.ts'

let refunds: TestRefunds
let intent: string

beforeAll(async () => {
  refunds = await openTestRefunds()
})
beforeEach(() => paid())
afterAll(() => refunds.close())

async function paid(card?: string) {
  ;({ intent } = await refunds.paid(card))
}
const slowly = { timeout: 20_000 }
/** Makes the refunds of this payment due. */
const wait = () =>
  refunds.server.database.db.update(refund).set({ checkAt: sql`now()` }).where(eq(refund.intentId, intent))

describe('the provider’s answer', () => {
  const unavailable = () => Promise.reject(new ProviderUnavailable({}))
  // As if the hour of the idempotency key were over.
  const refundAnew: CardProvider['refund'] = (values) =>
    cardProvider(refunds.pay.sandbox.account).refund(values, randomUUID())
  const request = () =>
    refunds.server.database.db.transaction((tx) =>
      requestRefund(tx, { intentId: intent, amount: 20_00, reason: 'by-staff' }),
    )

  it('that never comes is asked for again, and nothing is refunded twice', async () => {
    await request()
    const lost: CardProvider['refund'] = async (values) => {
      await refundAnew(values, '')
      return unavailable()
    }
    await expect(refunds.carryOut({ refund: lost })).rejects.toBeInstanceOf(ProviderUnavailable)
    await wait()
    await refunds.carryOut({ refund: refundAnew })
    expect([await refunds.totals(), await refunds.atProvider()]).toEqual([[0, 20_00], [20_00]])
  })

  it('that comes late is not overtaken by another worker', async () => {
    await request()
    await Promise.all([1, 2, 3].map(() => refunds.carryOut({ refund: refundAnew })))
    expect([await refunds.totals(), await refunds.atProvider()]).toEqual([[0, 20_00], [20_00]])
  })

  it('pending is shown as such until the bank has it', async () => {
    await request()
    const cards = cardProvider(refunds.pay.sandbox.account)
    const pending: Partial<CardProvider> = {
      refund: async (...call) => {
        const made = await cards.refund(...call)
        return typeof made === 'string' ? made : asPending(made)
      },
      listRefunds: async (of) => (await cards.listRefunds(of)).map(asPending),
    }
    await refunds.carryOut(pending)
    expect([await refunds.totals(), (await refunds.details()).refunds[0].state]).toEqual([[20_00, 0], 'pending'])
    await wait()
    await refunds.carryOut()
    expect([await refunds.totals(), (await refunds.details()).refunds[0].state]).toEqual([[0, 20_00], 'succeeded'])
  })

  it('failed is shown to staff and retried, by a person too', async () => {
    await request()
    await refunds.carryOut({ listRefunds: async () => [], refund: async () => 'charge_disputed' })
    const [failed] = (await refunds.details()).refunds
    expect([await refunds.totals(), failed.state]).toEqual([[20_00, 0], 'failed'])
    expect((await refunds.post(`/desk/refunds/${failed._id}/retry`, {})).statusCode).toBe(200)
    await expect.poll(refunds.totals, slowly).toEqual([0, 20_00])
    const again = await refunds.post(`/desk/refunds/${failed._id}/retry`, {})
    expect([again.statusCode, again.json().code]).toEqual([409, 'not-failed'])
  })
})

const asPending = (one: ProviderRefund): ProviderRefund => ({ ...one, state: 'pending' })

describe('with the sandbox’s cards', () => {
  const statuses = async () =>
    (await refunds.pay.stripe.refunds.list({ payment_intent: intent })).data.map(({ status }) => status)
  const reported = (type: string) =>
    refunds.pay.deliver(eventOf(type, intent, { object: 'refund', payment_intent: intent }))

  it('a refund that the bank takes later is pending, then arrives', async () => {
    await paid('4000000000007726')
    await refunds.refundOf(20)
    await expect.poll(statuses, slowly).toEqual(['pending'])
    await expect.poll(async () => (await refunds.details()).refunds[0].state, slowly).toBe('pending')
    expect(await refunds.totals()).toEqual([20_00, 0])
    await expect.poll(statuses, slowly).toEqual(['succeeded'])
    await reported('refund.updated')
    expect(await refunds.totals()).toEqual([0, 20_00])
  })

  it('a refund that the bank returns is owed again', async () => {
    await paid('4000000000005126')
    await refunds.refundOf(20)
    await expect.poll(refunds.totals, slowly).toEqual([0, 20_00])
    await expect.poll(statuses, slowly).toEqual(['failed'])
    await reported('refund.failed')
    expect([await refunds.totals(), (await refunds.details()).refunds[0].state]).toEqual([[20_00, 0], 'failed'])
    expect(await refunds.pay.ledger(intent)).toContain('refund-failed')
  })

  it('a dispute is recorded and shown to staff', async () => {
    await paid('4000000000000259')
    await reported('charge.dispute.created')
    await reported('charge.dispute.updated')
    expect((await refunds.details()).dispute).toMatchObject({ status: 'needs_response' })
    expect((await refunds.pay.ledger(intent)).filter((kind) => kind === 'disputed')).toHaveLength(1)
  })
})
