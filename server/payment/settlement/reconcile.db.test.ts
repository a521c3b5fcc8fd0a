import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { paymentIntent, refund } from '#server/database/schema/payment.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { abandonJob, expireHeartbeats, jobsIn } from '#server/testing/jobs.ts'
import { intentIn, openTestPayments, type TestPayments } from '#server/testing/payment.ts'
import { ProviderUnavailable } from '../provider.ts'
import { reconciliation, startReconciliation } from './jobs.ts'
import { reconcileAll } from './reconcile.ts'
import { settle } from './settle.ts'

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

// A round also reconciles the intents of earlier tests.
const slowly = { timeout: 60_000 }
const unavailable = () => Promise.reject(new ProviderUnavailable({}))

/** Makes an intent due and `hours` old. */
async function age(intent: string, hours: number) {
  const createdAt = sql`now() - make_interval(mins => ${Math.round(hours * 60)})`
  await server.database.db.update(paymentIntent).set({ createdAt, due: sql`now()` }).where(eq(paymentIntent.id, intent))
}

const reconcileOnce = (deps = pay.depsWith()) => reconcileAll(deps, new AbortController().signal)

it('settles a charge that was never reported, once its intent is due', async () => {
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

it('cancels an unpaid intent at the provider after a day', async () => {
  const intent = await pay.intentFor(ann, await pay.book(ann))
  await age(intent, 23)
  await reconcileOnce()
  expect(await pay.findIntent(intent)).toMatchObject({ state: 'open' })
  await age(intent, 25)
  await reconcileOnce()
  expect(await pay.findIntent(intent)).toMatchObject({ state: 'cancelled' })
  await expect(pay.charge(intent)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
})

it('cancels the open intent of a cancelled appointment at once', async () => {
  const id = await pay.book(ann)
  const intent = await pay.intentFor(ann, id)
  const request = { method: 'POST', url: `/booking/${id}/cancel`, headers: ann.bearer } as const
  expect((await server.app.inject({ ...request, payload: { reason: 'ill' } })).json()).toMatchObject({ success: true })
  await reconcileOnce()
  // The cancellation starts a round, too, which may have the intent.
  await expect.poll(() => pay.findIntent(intent), { timeout: 20_000 }).toMatchObject({ state: 'cancelled' })
  await expect(pay.charge(intent)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
})

it('refunds an unbound payment at once if no unpaid booking is left', async () => {
  const id = await pay.book(ann)
  const unbound = intentIn((await pay.requestIntent(ann, { price: 59 })).json().clientSecret)
  const bound = await pay.intentFor(ann, id)
  await Promise.all([pay.charge(bound), pay.charge(unbound)])
  expect((await pay.report(ann, id, bound)).statusCode).toBe(200)
  const answer = await pay.report(ann, id, unbound)
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'already-paid'])
  expect(await pay.ledger(unbound)).toEqual(['made', 'refund-requested', 'refund-succeeded'])
  expect((await pay.stripe.refunds.list({ payment_intent: unbound })).data).toMatchObject([{ amount: 59_00 }])
  const late = await pay.report(ann, await pay.book(ann), unbound)
  expect([late.statusCode, late.json().code]).toEqual([409, 'given-back'])
})

it('refunds an unbound payment that fits two bookings if the patient claims neither within an hour', async () => {
  const ids = [await pay.book(ann), await pay.book(ann)]
  const intent = intentIn((await pay.requestIntent(ann, { price: 59 })).json().clientSecret)
  await pay.charge(intent)
  await age(intent, 0.9)
  await reconcileOnce()
  expect(await pay.findIntent(intent)).toMatchObject({ state: 'unclaimed' })
  await age(intent, 1.1)
  await reconcileOnce()
  expect(await pay.ledger(intent)).toEqual(['made', 'unclaimed', 'refund-requested', 'refund-succeeded'])
  for (const id of ids) expect(await pay.findBooking(id)).toMatchObject({ paidAt: null })
})

it('settles the only booking of that price with an unbound payment that was never reported', async () => {
  const id = await pay.book(ann)
  const intent = intentIn((await pay.requestIntent(ann, { price: 59 })).json().clientSecret)
  await pay.charge(intent)
  await age(intent, 0.1)
  await reconcileOnce()
  expect(await pay.findBooking(id)).toMatchObject({ transactionId: intent })
  expect((await pay.report(ann, id, intent)).statusCode).toBe(200)
  expect(await pay.ledger(intent)).toEqual(['made', 'settled'])
})

it('cancels an unpaid intent that is no longer in use', async () => {
  await pay.book(ann)
  const intent = intentIn((await pay.requestIntent(ann, { price: 59 })).json().clientSecret)
  await server.database.db.update(paymentIntent).set({ state: 'unclaimed' }).where(eq(paymentIntent.id, intent))
  await age(intent, 0.1)
  await reconcileOnce()
  expect(await pay.findIntent(intent)).toMatchObject({ state: 'cancelled' })
  await expect(pay.charge(intent)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
})

it('refunds and records a second payment for one booking, and keeps the first', async () => {
  const id = await pay.book(ann)
  const metadata = { booking: id, patient: ann.patientId }
  const other = await pay.stripe.paymentIntents.create({ amount: 59_00, currency: 'usd', metadata })
  const first = await pay.intentFor(ann, id)
  await Promise.all([pay.charge(first), pay.charge(other.id)])
  const answers = await Promise.all([pay.report(ann, id, first), pay.report(ann, id, other.id)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const { transactionId } = await pay.findBooking(id)
  const second = transactionId === first ? other.id : first
  expect((await pay.ledger(second)).filter((kind) => kind !== 'made')).toEqual(['refund-requested', 'refund-succeeded'])
  expect((await pay.stripe.refunds.list({ payment_intent: second })).data).toMatchObject([{ amount: 59_00 }])
  expect((await pay.stripe.refunds.list({ payment_intent: String(transactionId) })).data).toEqual([])
})

it('issues a refund once, later, if the provider was unavailable', async () => {
  const id = await pay.book(ann)
  const metadata = { booking: id, patient: ann.patientId }
  const { id: second } = await pay.stripe.paymentIntents.create({ amount: 59_00, currency: 'usd', metadata })
  const first = await pay.intentFor(ann, id)
  await Promise.all([pay.charge(first), pay.charge(second)])
  await pay.report(ann, id, first)
  expect(await settle(pay.depsWith({ refund: unavailable }), second)).toMatchObject({
    ok: false,
    reason: 'already-paid',
  })
  expect(await pay.findIntent(second)).toMatchObject({ state: 'refunding' })
  await server.database.db.update(refund).set({ checkAt: sql`now()` }).where(eq(refund.intentId, second))
  await Promise.all([reconcileOnce(), reconcileOnce()])
  await reconcileOnce()
  expect(await pay.ledger(second)).toEqual(['refund-requested', 'refund-succeeded'])
  expect((await pay.stripe.refunds.list({ payment_intent: second })).data).toHaveLength(1)
})

it('cancels open and refunding intents that the provider does not know, so that the booking can be paid', async () => {
  const id = await pay.book(ann)
  const lost = { patientId: ann.patientId, bookingId: id, amount: 59_00, currency: 'usd', due: sql`now()` }
  await server.database.db.insert(paymentIntent).values([
    { ...lost, id: 'pi_of_another_account', state: 'open' },
    { ...lost, id: 'pi_to_be_refunded', state: 'refunding' },
  ])
  const due = { id: uuid(), intentId: 'pi_to_be_refunded', amount: 59_00, reason: 'second-payment' as const }
  await server.database.db.insert(refund).values(due)
  await reconcileOnce()
  for (const intent of ['pi_of_another_account', 'pi_to_be_refunded']) {
    expect(await pay.findIntent(intent)).toMatchObject({ state: 'cancelled' })
  }
  const intent = await pay.intentFor(ann, id)
  await pay.charge(intent)
  expect((await pay.report(ann, id, intent)).statusCode).toBe(200)
})

it('marks a payment refunded in the provider’s dashboard as refunded, and settles nothing with it', async () => {
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

it('settles in the next round if the provider was unavailable in this one', async () => {
  const id = await pay.book(ann)
  const intent = await pay.intentFor(ann, id)
  await pay.charge(intent)
  await age(intent, 0.1)
  await reconcileOnce(pay.depsWith({ findIntent: unavailable }))
  expect(await pay.findBooking(id)).toMatchObject({ paidAt: null })
  await age(intent, 0.2)
  await reconcileOnce()
  expect(await pay.findBooking(id)).toMatchObject({ transactionId: intent })
})

it('settles the others in a round in which one payment fails, and asks a provider that is down three times', async () => {
  const ids = [await pay.book(ann), await pay.book(ann), await pay.book(ann), await pay.book(ann)]
  const intents = await Promise.all(ids.map((id) => pay.intentFor(ann, id)))
  for (const intent of intents) await pay.charge(intent)
  const makeDue = async () => {
    for (const intent of intents) await age(intent, 0.1)
  }
  const settled = async () => (await Promise.all(ids.map(pay.findBooking))).filter(({ paidAt }) => paidAt).length
  await makeDue()
  const asked: string[] = []
  const down = (id: string) => {
    asked.push(id)
    return unavailable()
  }
  expect(await reconcileOnce(pay.depsWith({ findIntent: down }))).toBe(false)
  expect([asked.length, await settled()]).toEqual([3, 0])
  await makeDue()
  const { findIntent } = pay.depsWith().cards
  const oneFails = (id: string) => (id === intents[0] ? unavailable() : findIntent(id))
  expect(await reconcileOnce(pay.depsWith({ findIntent: oneFails }))).toBe(false)
  expect(await settled()).toBe(3)
})

it('reconciles on another instance if one dies with its job, and runs that job again', async () => {
  const { database } = server
  const unfinishedJobs = () =>
    jobsIn(database, reconciliation.name).then((all) => all.filter(({ state }) => state !== 'completed'))
  await expect.poll(unfinishedJobs, slowly).toEqual([])
  const id = await pay.book(ann)
  const intent = await pay.intentFor(ann, id)
  await pay.charge(intent)
  await age(intent, 0.1)
  const jobs = await openJobs({ database, log: server.log })
  // The app's own instance may take the job first.
  await expect
    .poll(
      async () => (await jobs.enqueue(database.db, reconciliation, {})) && abandonJob(database, reconciliation.name),
      slowly,
    )
    .toBe(true)
  expect(await unfinishedJobs()).toMatchObject([{ state: 'active', attempts: 1 }])
  expect(await pay.findBooking(id)).toMatchObject({ paidAt: null })
  await startReconciliation({ ...pay.depsWith(), jobs })
  await expect.poll(() => pay.findBooking(id), slowly).toMatchObject({ transactionId: intent })
  await expireHeartbeats(database, reconciliation.name)
  jobs.wake(reconciliation)
  await expect.poll(unfinishedJobs, slowly).toEqual([])
  await jobs.close()
})
