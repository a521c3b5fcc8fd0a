import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { charge } from '#sandbox/stripe/schema.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { eventOf, openTestPayments, type TestPayments } from '#server/testing/payment.ts'
import { cardProvider, ProviderUnavailable } from '../provider.ts'

let server: TestApp
let pay: TestPayments
let ann: Awaited<ReturnType<TestApp['person']>>

beforeAll(async () => {
  server = await openTestApp()
  pay = await openTestPayments(server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  ann = await server.person({ name: 'Ann' })
})
afterEach(() => pay.setFaults({}))
afterAll(async () => {
  await pay.sandbox.close()
  await server.close()
})

const isPaid = async (id: string) => (await pay.findBooking(id)).paidAt !== null

describe('if the tab closes after the charge', () => {
  it('the webhook settles the booking', async () => {
    const id = await pay.book(ann)
    const intent = await pay.intentFor(ann, id)
    await pay.charge(intent)
    await expect.poll(() => isPaid(id), { timeout: 20_000 }).toBe(true)
    expect(await pay.receipts(ann.email)).toBe(1)
  })

  it('webhooks that are repeated and reordered settle each booking once', async () => {
    await pay.setFaults({ webhooks: { duplicate: 2, reorder: true } })
    const ids = [await pay.book(ann), await pay.book(ann)]
    const intents = await Promise.all(ids.map((id) => pay.intentFor(ann, id)))
    await Promise.all(intents.map((one) => pay.charge(one)))
    await expect.poll(() => Promise.all(ids.map(isPaid)), { timeout: 30_000 }).toEqual([true, true])
    for (const intent of intents) {
      expect((await pay.ledger(intent)).filter((kind) => kind === 'settled')).toHaveLength(1)
    }
    expect(await pay.receipts(ann.email)).toBe(2)
  })
})

describe.each([
  ['is down', { down: true }],
  ['responds with 429', { status: 429 }],
  ['responds with 500', { status: 500 }],
  ['responds with 503', { status: 503 }],
])('while the provider %s', (_case, fault) => {
  it('every request gets 503 with Retry-After and changes nothing; a retry succeeds afterwards', async () => {
    await pay.setFaults({ webhooks: { drop: 'all' } })
    const [fresh, charged] = [await pay.book(ann), await pay.book(ann)]
    const intent = await pay.intentFor(ann, charged)
    await pay.charge(intent)
    const event = eventOf('payment_intent.succeeded', intent)
    await pay.setFaults({ api: fault, webhooks: { drop: 'all' } })
    const refused = [
      await pay.requestIntent(ann, { price: 59, appointment: fresh }),
      await pay.report(ann, charged, intent),
      await pay.deliver(event),
    ]
    for (const answer of refused) {
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10'])
      expect(answer.json().detail).toContain('Please try again in a minute')
    }
    expect(await pay.ledger(intent)).toEqual(['made'])

    await pay.setFaults({ webhooks: { drop: 'all' } })
    expect((await pay.requestIntent(ann, { price: 59, appointment: fresh })).statusCode).toBe(200)
    expect((await pay.deliver(event)).statusCode).toBe(200)
    expect((await pay.report(ann, charged, intent)).statusCode).toBe(200)
    expect(await pay.ledger(intent)).toEqual(['made', 'event', 'settled'])
  })
})

it('a call to a slow provider times out', async () => {
  const intent = await pay.intentFor(ann, await pay.book(ann))
  await pay.setFaults({ api: { delayMs: 3_000, next: 2 } })
  const withShortTimeout = cardProvider(pay.sandbox.account, 300)
  await expect(withShortTimeout.findIntent(intent)).rejects.toBeInstanceOf(ProviderUnavailable)
})

it('a booking still gets a single intent if the response to its creation is lost', async () => {
  const id = await pay.book(ann)
  await pay.setFaults({ api: { down: true, when: 'after', next: 2, path: '/v1/payment_intents' } })
  expect((await pay.requestIntent(ann, { price: 59, appointment: id })).statusCode).toBe(503)
  const intent = await pay.intentFor(ann, id)
  expect(await pay.intentFor(ann, id)).toBe(intent)
  await pay.charge(intent)
  expect((await pay.report(ann, id, intent)).statusCode).toBe(200)
})

it('two tabs that pay at the same time cause one charge, and both see the booking as paid', async () => {
  const id = await pay.book(ann)
  const [one, other] = await Promise.all([pay.intentFor(ann, id), pay.intentFor(ann, id)])
  expect(one).toBe(other)
  const outcomes = await Promise.allSettled([pay.charge(one), pay.charge(other)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'payment_intent_unexpected_state' },
  })
  const reports = await Promise.all([pay.report(ann, id, one), pay.report(ann, id, other)])
  expect(reports.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await server.database.db.$count(charge, eq(charge.intentId, one))).toBe(1)
})
