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

const params = { amount: 9_900, currency: 'usd' }
const create = (idempotencyKey: string) => sandbox.stripe.paymentIntents.create(params, { idempotencyKey })
const intents = () => database.db.$count(tables.intent)

it.each([
  [429, Stripe.errors.StripeRateLimitError],
  [500, Stripe.errors.StripeAPIError],
  [503, Stripe.errors.StripeAPIError],
] as const)('the API responds with %i without doing the next call', async (status, kind) => {
  await sandbox.setFaults({ api: { status, next: 1 } })
  const before = await intents()
  const error = await stripeError(create(`before-${status}`))
  expect(error).toBeInstanceOf(kind)
  expect(error.statusCode).toBe(status)
  expect(await intents()).toBe(before)
  await create(`before-${status}`)
  expect(await intents()).toBe(before + 1)
})

it('a response is lost after the charge; the next call with its key gets it', async () => {
  const { id } = await create('charged')
  await sandbox.setFaults({ api: { status: 500, when: 'after', next: 1, path: '/v1/payment_intents/:id/confirm' } })
  const confirm = () =>
    sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, { idempotencyKey: 'charged-2' })
  expect(await stripeError(confirm())).toMatchObject({ statusCode: 500 })
  expect((await sandbox.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  const again = await confirm()
  expect([again.status, again.lastResponse.headers['idempotent-replayed']]).toEqual(['succeeded', 'true'])
})

it('the connection breaks before or after the work', async () => {
  for (const [when, created] of [
    ['before', 0],
    ['after', 1],
  ] as const) {
    const before = await intents()
    // The package retries once after a broken connection.
    await sandbox.setFaults({ api: { down: true, when, next: 2 } })
    const error = await stripeError(create(`down-${when}`))
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError)
    expect(await intents()).toBe(before + created)
  }
})

it.each(['before', 'after'])('a call is slow %s its work', async (when) => {
  await sandbox.setFaults({ api: { delayMs: 300, when, next: 1 } })
  const startedAt = performance.now()
  expect((await create(`slow-${when}`)).object).toBe('payment_intent')
  expect(performance.now() - startedAt).toBeGreaterThan(290)
})

it('a fault with a path affects only calls of that path, until it is replaced', async () => {
  await sandbox.setFaults({ api: { status: 503, path: '/v1/refunds' } })
  const { id } = await create('path')
  for (let n = 0; n < 3; n += 1) {
    expect(await stripeError(sandbox.stripe.refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 503 })
  }
  await sandbox.setFaults({})
  const error = await stripeError(sandbox.stripe.refunds.create({ payment_intent: id }))
  expect(error.statusCode).toBe(400)
})

it('of concurrent calls only the given number fails', async () => {
  await sandbox.setFaults({ api: { status: 429, next: 3 } })
  const ended = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => create(`many-${n}`)))
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(3)
})

it('faults affect the card field’s calls, too', async () => {
  const { id, client_secret: secret } = await create('field')
  await sandbox.setFaults({ api: { status: 500, when: 'after', next: 1, path: '/v1/payment_intents/:id/confirm' } })
  const response = await sandbox.fromFrame(secret, '/confirm', typed('4242424242424242'))
  expect([response.statusCode, response.json().error.type]).toEqual([500, 'api_error'])
  expect(response.headers['access-control-allow-origin']).toBe('*')
  expect((await sandbox.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
})

describe('the faults', () => {
  it('are set and read with the secret key', async () => {
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
  ])('reject %j', async (faults) => {
    expect((await sandbox.setFaults(faults)).statusCode).toBe(400)
  })
})
