import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { openSandboxTest, type SandboxTest, stripeError } from '#server/testing/outside/stripe-sandbox.ts'
import * as tables from '../schema.ts'
import { once } from './once.ts'

let database: TestDatabase
let sandbox: SandboxTest

beforeAll(async () => {
  database = await freshDatabase()
  sandbox = await openSandboxTest(database)
})
afterAll(async () => {
  await sandbox.close()
  await database.close()
})
beforeEach(async () => {
  await database.db.delete(tables.call)
})

const params: Stripe.PaymentIntentCreateParams = { amount: 9_900, currency: 'usd' }
const create = (idempotencyKey: string, more = {}) =>
  sandbox.stripe.paymentIntents.create({ ...params, ...more }, { idempotencyKey })
const post = (key: string, body: string) =>
  sandbox.fetch('/v1/payment_intents', {
    method: 'POST',
    headers: { 'idempotency-key': key, 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })

it('a repeated call with its key gets the first response and does nothing', async () => {
  const first = await post('a', 'amount=9900&currency=usd')
  const again = await post('a', 'amount=9900&currency=usd')
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null])
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  expect(again.headers.get('original-request')).toBe(first.headers.get('request-id'))
  expect(await again.json()).toEqual(await first.json())
  expect(await database.db.$count(tables.intent)).toBe(1)
})

it('a decline is replayed, too, and counts as one attempt', async () => {
  const { id } = await create('b')
  const pay = () =>
    sandbox.stripe.paymentIntents.confirm(
      id,
      { payment_method: 'pm_card_visa_chargeDeclined' },
      { idempotencyKey: 'b2' },
    )
  const [first, again] = [await stripeError(pay()), await stripeError(pay())]
  expect(again).toMatchObject({ statusCode: 402, code: 'card_declined', charge: first.charge })
  expect(again.headers?.['idempotent-replayed']).toBe('true')
})

it('a key can’t be used for another call', async () => {
  await create('c')
  for (const error of await Promise.all(
    [create('c', { amount: 5_900 }), sandbox.stripe.refunds.create({}, { idempotencyKey: 'c' })].map(stripeError),
  )) {
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect(error).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' })
    expect(error.message).toMatch(/^Keys for idempotent requests can only be used with the same parameters/)
  }
})

it('a call with invalid parameters releases its key', async () => {
  expect(await stripeError(create('d', { amount: 1 }))).toMatchObject({ code: 'amount_too_small' })
  expect((await create('d')).amount).toBe(9_900)
})

it('of concurrent calls with one key, one does the work and the others get 409 or its response', async () => {
  const before = await database.db.$count(tables.intent)
  const ended = await Promise.allSettled(Array.from({ length: 8 }, () => create('e')))
  const made = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
  expect(new Set(made).size).toBe(1)
  for (const one of ended) {
    if (one.status === 'rejected') {
      expect(one.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    }
  }
  expect(await database.db.$count(tables.intent)).toBe(before + 1)
})

it('a call with a key in use gets 409, and later the first response', async () => {
  const call = { key: 'f', fingerprint: 'the same', requestId: 'req_1' }
  const response = { status: 200, body: { done: 'once' } }
  const reserved = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const delay = () => {
    reserved.resolve()
    return gate.promise
  }
  const first = once(database.db, call, async () => response, delay)
  await reserved.promise
  const second = { ...call, requestId: 'req_2' }
  const never = async () => expect.fail('the work was done twice')
  await expect(once(database.db, second, never)).rejects.toMatchObject({
    response: { status: 409, body: { error: { code: 'idempotency_key_in_use' } } },
  })
  gate.resolve()
  expect(await first).toEqual(response)
  expect(await once(database.db, second, never)).toEqual({ ...response, originalRequest: 'req_1' })
})

it('a key without a response expires after a minute, any other key after a day', async () => {
  const { id } = await create('g')
  const age = (interval: string) =>
    database.db
      .update(tables.call)
      .set({ createdAt: sql`now() - ${interval}::interval` })
      .where(eq(tables.call.key, 'g'))
  await age('23 hours')
  expect((await create('g')).id).toBe(id)
  await age('25 hours')
  expect((await create('g')).id).not.toBe(id)
  await database.db.update(tables.call).set({ status: null, body: null })
  expect(await stripeError(create('g'))).toMatchObject({ statusCode: 409 })
  await age('2 minutes')
  expect((await create('g')).object).toBe('payment_intent')
})

it('work is rolled back if another call has reserved its key', async () => {
  const call = { key: 'h', fingerprint: '', requestId: 'req_slow' }
  const slow = once(database.db, call, async (tx) => {
    await tx.update(tables.call).set({ requestId: 'req_quick' }).where(eq(tables.call.key, 'h'))
    return { status: 200, body: {} }
  })
  await expect(slow).rejects.toThrow('another in-progress request')
})
