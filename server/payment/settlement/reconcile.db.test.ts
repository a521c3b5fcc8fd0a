import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { payableBookings } from '#server/app/features.ts'
import { paymentIntent } from '#server/database/schema/payment.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { abandonJob, expireHeartbeats, jobsIn } from '#server/testing/jobs.ts'
import { intentIn, openTestPayments, type TestPayments } from '#server/testing/payment.ts'
import { noLimits } from '../limits.ts'
import { type CardProvider, cardProvider, ProviderOutOfReach } from '../provider.ts'
import { reconciliation, startReconciliation } from './jobs.ts'
import { reconcileAll } from './reconcile.ts'
import { type PaymentDeps, settle } from './settle.ts'

let server: TestApp
let pay: TestPayments
let ann: Awaited<ReturnType<TestApp['person']>>

beforeAll(async () => {
  server = await openTestApp()
  pay = await openTestPayments(server)
})
beforeEach(async () => {
  ann = await server.person()
})
afterAll(async () => {
  await pay.sandbox.close()
  await server.close()
})

// A round also asks about what the tests before it left.
const patient = { timeout: 60_000 }
const partsWith = (given: Partial<CardProvider> = {}): PaymentDeps => ({
  db: server.database.db,
  bookings: payableBookings,
  log: server.log,
  cards: { ...cardProvider(pay.sandbox.account), ...given },
  publicUrl: server.origin,
  limits: noLimits,
  addReceipt: async () => {},
  onPaid: () => {},
})

/** Lets an intent be as old as that, and due. */
async function age(intent: string, hours: number) {
  const createdAt = sql`now() - make_interval(mins => ${Math.round(hours * 60)})`
  await server.database.db.update(paymentIntent).set({ createdAt, due: sql`now()` }).where(eq(paymentIntent.id, intent))
}

const reconcileOnce = (parts = partsWith()) => reconcileAll(parts, new AbortController().signal)

it('a charge that nobody reported is settled, at the start already', async () => {
  const id = await pay.book(ann)
  const intent = await pay.intentFor(ann, id)
  await pay.charge(intent)
  await reconcileOnce()
  expect(await pay.findBooking(id)).toMatchObject({ paidAt: null })
  await age(intent, 0.1)
  await reconcileOnce()
  expect(await pay.findBooking(id)).toMatchObject({ transactionId: intent })
  expect(await pay.ledger(intent)).toEqual(['made', 'settled'])
})

it('an intent that was never paid is asked about again, and cancelled at the provider after a day', async () => {
  const intent = await pay.intentFor(ann, await pay.book(ann))
  await age(intent, 23)
  await reconcileOnce()
  expect(await pay.findIntent(intent)).toMatchObject({ state: 'open' })
  await age(intent, 25)
  await reconcileOnce()
  expect(await pay.findIntent(intent)).toMatchObject({ state: 'cancelled' })
  await expect(pay.charge(intent)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
})

it('a payment for a price alone is refunded at once when nothing is left to pay by it', async () => {
  const id = await pay.book(ann)
  const alone = intentIn((await pay.requestIntent(ann, { price: 59 })).json().clientSecret)
  const named = await pay.intentFor(ann, id)
  await Promise.all([pay.charge(named), pay.charge(alone)])
  expect((await pay.report(ann, id, named)).statusCode).toBe(200)
  const answer = await pay.report(ann, id, alone)
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'already-paid'])
  expect(await pay.ledger(alone)).toEqual(['made', 'refunding', 'refunded'])
  expect((await pay.stripe.refunds.list({ payment_intent: alone })).data).toMatchObject([{ amount: 59_00 }])
  const late = await pay.report(ann, await pay.book(ann), alone)
  expect([late.statusCode, late.json().code]).toEqual([409, 'given-back'])
})

it('a payment for a price alone that could pay two bookings waits an hour for its patient to say which', async () => {
  const ids = [await pay.book(ann), await pay.book(ann)]
  const intent = intentIn((await pay.requestIntent(ann, { price: 59 })).json().clientSecret)
  await pay.charge(intent)
  await age(intent, 0.9)
  await reconcileOnce()
  expect(await pay.findIntent(intent)).toMatchObject({ state: 'unclaimed' })
  await age(intent, 1.1)
  await reconcileOnce()
  expect(await pay.ledger(intent)).toEqual(['made', 'unclaimed', 'refunding', 'refunded'])
  for (const id of ids) expect(await pay.findBooking(id)).toMatchObject({ paidAt: null })
})

it('a payment for a price alone that nobody reported settles the only booking of that price', async () => {
  const id = await pay.book(ann)
  const intent = intentIn((await pay.requestIntent(ann, { price: 59 })).json().clientSecret)
  await pay.charge(intent)
  await age(intent, 0.1)
  await reconcileOnce()
  expect(await pay.findBooking(id)).toMatchObject({ transactionId: intent })
  expect((await pay.report(ann, id, intent)).statusCode).toBe(200)
  expect(await pay.ledger(intent)).toEqual(['made', 'settled'])
})

it('an intent that is no longer handed out is cancelled at the provider', async () => {
  await pay.book(ann)
  const intent = intentIn((await pay.requestIntent(ann, { price: 59 })).json().clientSecret)
  await server.database.db.update(paymentIntent).set({ state: 'unclaimed' }).where(eq(paymentIntent.id, intent))
  await age(intent, 0.1)
  await reconcileOnce()
  expect(await pay.findIntent(intent)).toMatchObject({ state: 'cancelled' })
  await expect(pay.charge(intent)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
})

it('a second payment for one booking is refunded and recorded, and the first stands', async () => {
  const id = await pay.book(ann)
  const metadata = { booking: id, patient: ann.userId }
  const other = await pay.stripe.paymentIntents.create({ amount: 59_00, currency: 'usd', metadata })
  const first = await pay.intentFor(ann, id)
  await Promise.all([pay.charge(first), pay.charge(other.id)])
  const answers = await Promise.all([pay.report(ann, id, first), pay.report(ann, id, other.id)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const { transactionId } = await pay.findBooking(id)
  const second = transactionId === first ? other.id : first
  expect((await pay.ledger(second)).filter((kind) => kind !== 'made')).toEqual(['refunding', 'refunded'])
  expect((await pay.stripe.refunds.list({ payment_intent: second })).data).toMatchObject([{ amount: 59_00 }])
  expect((await pay.stripe.refunds.list({ payment_intent: String(transactionId) })).data).toEqual([])
})

it('a refund that the provider could not be asked for is made later, once', async () => {
  const id = await pay.book(ann)
  const metadata = { booking: id, patient: ann.userId }
  const { id: second } = await pay.stripe.paymentIntents.create({ amount: 59_00, currency: 'usd', metadata })
  const first = await pay.intentFor(ann, id)
  await Promise.all([pay.charge(first), pay.charge(second)])
  await pay.report(ann, id, first)
  const down = partsWith({ refund: () => Promise.reject(new ProviderOutOfReach({})) })
  expect(await settle(down, second)).toMatchObject({ ok: false, reason: 'already-paid' })
  expect(await pay.findIntent(second)).toMatchObject({ state: 'refunding' })
  await Promise.all([reconcileOnce(), reconcileOnce()])
  await reconcileOnce()
  expect(await pay.ledger(second)).toEqual(['refunding', 'refunded'])
  expect((await pay.stripe.refunds.list({ payment_intent: second })).data).toHaveLength(1)
})

it('an intent that the provider does not know, payable or to be refunded, is cancelled, and its booking can be paid', async () => {
  const id = await pay.book(ann)
  const lost = { patientId: ann.userId, bookingId: id, amount: 59_00, currency: 'usd', due: sql`now()` }
  await server.database.db.insert(paymentIntent).values([
    { ...lost, id: 'pi_of_another_account', state: 'open' },
    { ...lost, id: 'pi_to_be_refunded', state: 'refunding' },
  ])
  await reconcileOnce()
  for (const intent of ['pi_of_another_account', 'pi_to_be_refunded']) {
    expect(await pay.findIntent(intent)).toMatchObject({ state: 'cancelled' })
  }
  const intent = await pay.intentFor(ann, id)
  await pay.charge(intent)
  expect((await pay.report(ann, id, intent)).statusCode).toBe(200)
})

it('what was refunded in the provider’s dashboard settles nothing and is let go of', async () => {
  const id = await pay.book(ann)
  const intent = await pay.intentFor(ann, id)
  await pay.charge(intent)
  await pay.stripe.refunds.create({ payment_intent: intent })
  const answer = await pay.report(ann, id, intent)
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'given-back'])
  await age(intent, 0.1)
  await reconcileOnce()
  expect(await pay.findIntent(intent)).toMatchObject({ state: 'refunded' })
})

it('a provider that is down ends the round without harm, and the next one settles', async () => {
  const id = await pay.book(ann)
  const intent = await pay.intentFor(ann, id)
  await pay.charge(intent)
  await age(intent, 0.1)
  await reconcileOnce(partsWith({ findIntent: () => Promise.reject(new ProviderOutOfReach({})) }))
  expect(await pay.findBooking(id)).toMatchObject({ paidAt: null })
  await age(intent, 0.2)
  await reconcileOnce()
  expect(await pay.findBooking(id)).toMatchObject({ transactionId: intent })
})

it('only one instance reconciles at a time, and one that died is followed by another', async () => {
  const { database } = server
  const started = async () => {
    const jobs = await openJobs({ database, log: server.log })
    await startReconciliation(jobs, partsWith())
    return jobs
  }
  const none = () =>
    jobsIn(database, reconciliation.name).then((all) => all.filter(({ state }) => state !== 'completed'))
  await expect.poll(none, patient).toEqual([])
  const id = await pay.book(ann)
  const intent = await pay.intentFor(ann, id)
  await pay.charge(intent)
  await age(intent, 0.1)
  const add = await openJobs({ database, log: server.log })
  // The app's own instance may be faster.
  await expect
    .poll(
      async () => (await add.enqueue(database.db, reconciliation, {})) && abandonJob(database, reconciliation.name),
      patient,
    )
    .toBe(true)
  const next = await started()
  expect(await none()).toMatchObject([{ state: 'active', attempts: 1 }])
  expect(await pay.findBooking(id)).toMatchObject({ paidAt: null })
  await expireHeartbeats(database, reconciliation.name)
  next.wake(reconciliation)
  await expect.poll(() => pay.findBooking(id), patient).toMatchObject({ transactionId: intent })
  await next.close()
  await add.close()
})
