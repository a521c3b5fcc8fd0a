import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { eventOf, openTestPayments, type TestPayments } from '#server/testing/payment.ts'

const succeeded = 'payment_intent.succeeded'

let server: TestApp
let pay: TestPayments
let ann: Awaited<ReturnType<TestApp['person']>>

beforeAll(async () => {
  server = await openTestApp()
  pay = await openTestPayments(server)
})
afterAll(async () => {
  await pay.sandbox.close()
  await server.close()
})

async function charged() {
  ann = await server.person({ name: 'Ann' })
  const id = await pay.book(ann)
  const intent = await pay.intentFor(ann, id)
  await pay.charge(intent)
  return { id, intent }
}

it('settles a booking whose payment the browser never reported', async () => {
  const { id, intent } = await charged()
  const answer = await pay.deliver(eventOf(succeeded, intent))
  expect(answer.statusCode).toBe(200)
  expect(await pay.findBooking(id)).toMatchObject({ transactionId: intent })
  expect(await pay.ledger(intent)).toEqual(['made', 'event', 'settled'])
})

it('handles an event before or after the report of the same payment', async () => {
  const before = await charged()
  await pay.deliver(eventOf(succeeded, before.intent))
  expect((await pay.report(ann, before.id, before.intent)).statusCode).toBe(200)
  const after = await charged()
  expect((await pay.report(ann, after.id, after.intent)).statusCode).toBe(200)
  expect((await pay.deliver(eventOf(succeeded, after.intent))).statusCode).toBe(200)
  expect(await pay.ledger(after.intent)).toEqual(['made', 'settled', 'event'])
  expect(await pay.receipts(ann.email)).toBe(1)
})

it('handles an event once if it arrives ten times together with the report, and again later', async () => {
  const { id, intent } = await charged()
  const event = eventOf(succeeded, intent)
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => pay.deliver(event)),
    pay.report(ann, id, intent),
    pay.report(ann, id, intent),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  expect((await pay.deliver(event)).statusCode).toBe(200)
  expect((await pay.ledger(intent)).sort()).toEqual(['event', 'made', 'settled'])
  expect(await pay.receipts(ann.email)).toBe(1)
})

it('refuses an event that is forged, altered, unsigned, or signed an hour ago or ahead', async () => {
  const { id, intent } = await charged()
  const event = eventOf(succeeded, intent)
  const anHourAgo = Math.floor(Date.now() / 1_000) - 3_600
  const answers = [
    await pay.deliver(event, { secret: 'whsec_guessed' }),
    await pay.deliver(event, { body: JSON.stringify({ ...event, id: 'evt_other' }) }),
    await pay.deliver(event, { timestamp: anHourAgo }),
    await pay.deliver(event, { timestamp: anHourAgo + 7_200 }),
    await server.app.inject({ method: 'POST', url: '/webhook/stripe', payload: event }),
    await server.app.inject({ method: 'POST', url: '/webhook/stripe', headers: { 'stripe-signature': 't=1,v1=00' } }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400, 400])
  expect((await pay.findBooking(id)).paidAt).toBeNull()
  expect(await pay.ledger(intent)).toEqual(['made'])
})

it('does not trust an event, but fetches the intent from the provider', async () => {
  ann = await server.person()
  const id = await pay.book(ann)
  const intent = await pay.intentFor(ann, id)
  expect((await pay.deliver(eventOf(succeeded, intent))).statusCode).toBe(200)
  expect((await pay.findBooking(id)).paidAt).toBeNull()
})

it('records a payment of another amount as refused and settles nothing', async () => {
  ann = await server.person()
  const id = await pay.book(ann)
  const metadata = { booking: id, patient: ann.patientId }
  const { id: intent } = await pay.stripe.paymentIntents.create({ amount: 1_00, currency: 'usd', metadata })
  await pay.charge(intent)
  expect((await pay.deliver(eventOf(succeeded, intent))).statusCode).toBe(200)
  expect((await pay.findBooking(id)).paidAt).toBeNull()
  expect(await pay.ledger(intent)).toEqual(['event', 'refused'])
})

it('accepts events about an unknown booking, an unknown intent and other objects without any change', async () => {
  const metadata = { booking: '019a0000-0000-7000-8000-000000000000', patient: 'nobody' }
  const { id: intent } = await pay.stripe.paymentIntents.create({ amount: 59_00, currency: 'usd', metadata })
  await pay.charge(intent)
  for (const event of [
    eventOf(succeeded, intent),
    eventOf(succeeded, 'pi_unknown'),
    eventOf('customer.created', 'cus_1', { object: 'customer' }),
    eventOf('payment_intent.payment_failed', intent),
  ]) {
    expect((await pay.deliver(event)).statusCode).toBe(200)
  }
  expect(await pay.findIntent(intent)).toBeUndefined()
})

it('marks an intent as cancelled that was cancelled at the provider', async () => {
  ann = await server.person()
  const intent = await pay.intentFor(ann, await pay.book(ann))
  await pay.stripe.paymentIntents.cancel(intent)
  await pay.deliver(eventOf('payment_intent.canceled', intent))
  expect(await pay.findIntent(intent)).toMatchObject({ state: 'cancelled' })
  expect(await pay.ledger(intent)).toEqual(['made', 'cancelled', 'event'])
})
