import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { openSandboxTest, type SandboxTest, stripeError, typed } from '#server/testing/outside/stripe-sandbox.ts'
import * as tables from '../schema.ts'

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
afterEach(() => sandbox.setFaults({}))

const wanted = { amount: 9_900, currency: 'usd' }
const make = (idempotencyKey: string) => sandbox.stripe.paymentIntents.create(wanted, { idempotencyKey })
const intents = () => database.db.$count(tables.intent)

it.each([
  [429, Stripe.errors.StripeRateLimitError],
  [500, Stripe.errors.StripeAPIError],
  [503, Stripe.errors.StripeAPIError],
] as const)('the API answers %i before it does anything, for the next call', async (status, kind) => {
  await sandbox.setFaults({ api: { status, next: 1 } })
  const before = await intents()
  const error = await stripeError(make(`before-${status}`))
  expect(error).toBeInstanceOf(kind)
  expect(error.statusCode).toBe(status)
  expect(await intents()).toBe(before)
  await make(`before-${status}`)
  expect(await intents()).toBe(before + 1)
})

it('an answer can be lost after the card was charged; the next call under its key gets it', async () => {
  const { id } = await make('charged')
  await sandbox.setFaults({ api: { status: 500, when: 'after', next: 1, path: '/v1/payment_intents/:id/confirm' } })
  const confirm = () =>
    sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, { idempotencyKey: 'charged-2' })
  expect(await stripeError(confirm())).toMatchObject({ statusCode: 500 })
  expect((await sandbox.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  const again = await confirm()
  expect([again.status, again.lastResponse.headers['idempotent-replayed']]).toEqual(['succeeded', 'true'])
})

it('the connection can break, before the work or after it', async () => {
  for (const [when, made] of [
    ['before', 0],
    ['after', 1],
  ] as const) {
    const before = await intents()
    // The package tries a broken connection once more by itself.
    await sandbox.setFaults({ api: { down: true, when, next: 2 } })
    const error = await stripeError(make(`down-${when}`))
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError)
    expect(await intents()).toBe(before + made)
  }
})

it.each(['before', 'after'])('a call can be slow, %s its work is done', async (when) => {
  await sandbox.setFaults({ api: { delayMs: 300, when, next: 1 } })
  const began = performance.now()
  expect((await make(`slow-${when}`)).object).toBe('payment_intent')
  expect(performance.now() - began).toBeGreaterThan(290)
})

it('only the calls of a path go wrong, until it is set anew', async () => {
  await sandbox.setFaults({ api: { status: 503, path: '/v1/refunds' } })
  const { id } = await make('path')
  for (let n = 0; n < 3; n += 1) {
    expect(await stripeError(sandbox.stripe.refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 503 })
  }
  await sandbox.setFaults({})
  const error = await stripeError(sandbox.stripe.refunds.create({ payment_intent: id }))
  expect(error.statusCode).toBe(400)
})

it('of many calls at once no more than the next so many go wrong', async () => {
  await sandbox.setFaults({ api: { status: 429, next: 3 } })
  const ended = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => make(`many-${n}`)))
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(3)
})

it('the card field’s own calls go wrong too', async () => {
  const { id, client_secret: secret } = await make('field')
  await sandbox.setFaults({ api: { status: 500, when: 'after', next: 1, path: '/v1/payment_intents/:id/confirm' } })
  const answer = await sandbox.fromFrame(secret, '/confirm', typed('4242424242424242'))
  expect([answer.statusCode, answer.json().error.type]).toEqual([500, 'api_error'])
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  expect((await sandbox.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
})

describe('the faults', () => {
  it('are set and read by whoever has the secret key', async () => {
    const faults = { webhooks: { delayMs: 5, drop: 2, duplicate: 1, reorder: true }, api: { down: true, next: 9 } }
    const set = await sandbox.setFaults(faults)
    expect(set.json()).toEqual({ ...faults, api: { ...faults.api, when: 'before' } })
    const { secretKey } = sandbox.account
    const url = '/sandbox/stripe/faults'
    const read = await sandbox.app.inject({ url, headers: { authorization: `Bearer ${secretKey}` } })
    expect(read.json()).toEqual(set.json())
    expect((await sandbox.app.inject(url)).statusCode).toBe(401)
    expect((await sandbox.setFaults({}, 'Bearer sk_test_other')).statusCode).toBe(401)
  })

  it.each([
    { api: { colour: 'red' } },
    { webhook: {} },
    { api: { status: 404 } },
    { api: { path: 'refunds' } },
    { api: { path: '/v1/(' } },
    { webhooks: { drop: 0 } },
    { webhooks: { drop: 'some' } },
  ])('are not %j', async (faults) => {
    expect((await sandbox.setFaults(faults)).statusCode).toBe(400)
  })
})
