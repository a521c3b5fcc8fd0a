import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { openSandboxTest, type SandboxTest, stripeError } from '#server/testing/outside/stripe-sandbox.ts'
import { apiVersion } from '../account.ts'
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
beforeEach(async () => {
  for (const table of [tables.call, tables.event, tables.refund, tables.charge]) {
    await database.db.delete(table)
  }
  await database.db.delete(tables.intent)
})

describe('payment intents', () => {
  it('are created and retrieved with Stripe’s fields', async () => {
    const { stripe } = sandbox
    const created = await stripe.paymentIntents.create({
      amount: 9_900,
      currency: 'USD',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { booking: 'a booking', payer: 'ä & b=c[d]' },
      description: 'Teeth Orthodontics',
      receipt_email: 'ann@example.org',
    })
    expect(created).toMatchObject({
      object: 'payment_intent',
      amount: 9_900,
      amount_received: 0,
      currency: 'usd',
      status: 'requires_payment_method',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { booking: 'a booking', payer: 'ä & b=c[d]' },
      description: 'Teeth Orthodontics',
      receipt_email: 'ann@example.org',
      livemode: false,
      latest_charge: null,
      last_payment_error: null,
      next_action: null,
    })
    expect(created.id).toMatch(/^pi_3\w{24}$/)
    expect(created.client_secret).toMatch(new RegExp(`^${created.id}_secret_\\w{25}$`))
    expect(Math.abs(created.created - Date.now() / 1_000)).toBeLessThan(60)
    expect(created.lastResponse).toMatchObject({ statusCode: 200, apiVersion })
    expect(created.lastResponse.requestId).toMatch(/^req_\w{14}$/)
    expect(await stripe.paymentIntents.retrieve(created.id)).toEqual(created)
    expect(await sandbox.events()).toEqual(['payment_intent.created'])
  })

  it('have the API version of the installed package', () => {
    expect(sandbox.stripe.getConstant('DEFAULT_API_VERSION') ?? Stripe.API_VERSION).toBe(apiVersion)
  })

  it('are listed newest first, in pages, and by time of creation', async () => {
    const made = []
    for (let n = 0; n < 5; n += 1) made.push(await sandbox.newIntent({ metadata: { n } }))
    const ids = made.map(({ id }) => id).reverse()
    const first = await sandbox.stripe.paymentIntents.list({ limit: 2 })
    expect([first.has_more, first.data.map(({ id }) => id)]).toEqual([true, ids.slice(0, 2)])
    const all = await sandbox.stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
    expect(all.map(({ id }) => id)).toEqual(ids)
    const now = made[0]?.created ?? 0
    const since = await sandbox.stripe.paymentIntents.list({ created: { gte: now - 60 } })
    expect(since.data).toHaveLength(5)
    expect((await sandbox.stripe.paymentIntents.list({ created: { gt: now + 600 } })).data).toEqual([])
    const error = await stripeError(sandbox.stripe.paymentIntents.list({ starting_after: 'pi_none' }))
    expect(error).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'starting_after' })
  })

  it('can be updated until they are paid, and their metadata also afterwards', async () => {
    const { id } = await sandbox.newIntent({ metadata: { kept: 'yes', gone: 'soon' } })
    const changed = await sandbox.stripe.paymentIntents.update(id, { amount: 5_900, metadata: { gone: '', more: '1' } })
    expect(changed).toMatchObject({ amount: 5_900, metadata: { kept: 'yes', more: '1' } })
    await sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    const noted = await sandbox.stripe.paymentIntents.update(id, { metadata: { noted: 'yes' } })
    expect(noted.metadata).toEqual({ kept: 'yes', more: '1', noted: 'yes' })
    const error = await stripeError(sandbox.stripe.paymentIntents.update(id, { amount: 1_000 }))
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
  })

  it('can be canceled once, and not after they are paid', async () => {
    const { id } = await sandbox.newIntent()
    const canceled = await sandbox.stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    expect(canceled.canceled_at).toBeGreaterThanOrEqual(canceled.created)
    for (const error of await Promise.all(
      [
        sandbox.stripe.paymentIntents.cancel(id),
        sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
      ].map(stripeError),
    )) {
      expect(error).toMatchObject({
        statusCode: 400,
        code: 'payment_intent_unexpected_state',
        payment_intent: { id, status: 'canceled' },
      })
    }
    const paid = await sandbox.newIntent({ payment_method: 'pm_card_visa', confirm: true })
    const late = await stripeError(sandbox.stripe.paymentIntents.cancel(paid.id))
    expect(late.message).toContain('You cannot cancel this PaymentIntent because it has a status of succeeded.')
    expect(await sandbox.events()).toContain('payment_intent.canceled')
  })
})

it.each([
  [{ amount: 49, currency: 'usd' }, 'amount_too_small', 'amount', 'Amount must be at least $0.50 usd'],
  [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large', 'amount', 'Amount must be no more than $999,999.99'],
  [{ amount: 9_900.5, currency: 'usd' }, 'parameter_invalid_integer', 'amount', 'Invalid integer: 9900.5'],
  [{ currency: 'usd' }, 'parameter_missing', 'amount', 'Missing required param: amount.'],
  [{ amount: '', currency: 'usd' }, 'parameter_invalid_empty', 'amount', "You passed an empty string for 'amount'."],
  [{ amount: 9_900, currency: 'xyz' }, undefined, 'currency', 'Invalid currency: xyz.'],
  [{ amount: 9_900, currency: 'usd', colour: 'red' }, 'parameter_unknown', 'colour', 'unknown parameter: colour'],
  [
    { amount: 9_900, currency: 'usd', automatic_payment_methods: { enabled: true, colour: 'red' } },
    'parameter_unknown',
    'automatic_payment_methods[colour]',
    'Received unknown parameter',
  ],
  [{ amount: 9_900, currency: 'usd', receipt_email: 'nobody' }, 'email_invalid', 'receipt_email', 'nobody'],
  [{ amount: 9_900, currency: 'usd', expand: ['colour'] }, undefined, 'expand', 'cannot be expanded (colour)'],
  [{ amount: 9_900, currency: 'usd', payment_method: 'pm_x' }, 'resource_missing', 'payment_method', "'pm_x'"],
])('%j is rejected with Stripe’s error', async (input, code, param, message) => {
  const invalid = input as unknown as Stripe.PaymentIntentCreateParams
  const error = await stripeError(sandbox.stripe.paymentIntents.create(invalid))
  expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
  expect(error).toMatchObject({ statusCode: 400, code, param })
  expect(error.message).toContain(message)
  expect(error.requestId).toMatch(/^req_/)
  expect(await sandbox.events()).toEqual([])
})

describe('a call', () => {
  it('needs the account’s secret key', async () => {
    const { api } = sandbox.account
    const stranger = new Stripe('sk_test_somebodyelse', { ...api, maxNetworkRetries: 0 })
    const error = await stripeError(stranger.paymentIntents.list())
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect(error).toMatchObject({ statusCode: 401 })
    expect(error.message).toBe('Invalid API Key provided: sk_test_********else')
    const nobody = await sandbox.fetch('/v1/payment_intents', { headers: { authorization: '' } })
    expect([nobody.status, (await nobody.json()).error.type]).toEqual([401, 'invalid_request_error'])
  })

  it('for an object or path that does not exist gets 404', async () => {
    const { stripe } = sandbox
    for (const error of await Promise.all(
      [
        stripe.paymentIntents.retrieve('pi_none'),
        stripe.paymentIntents.confirm('pi_none'),
        stripe.charges.retrieve('ch_none'),
        stripe.refunds.retrieve('re_none'),
        stripe.events.retrieve('evt_none'),
      ].map(stripeError),
    )) {
      expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' })
    }
    expect((await stripeError(stripe.paymentIntents.retrieve('pi_none'))).message).toBe(
      "No such payment_intent: 'pi_none'",
    )
    const unknown = await stripeError(stripe.customers.list())
    expect([unknown.statusCode, unknown.message.split(')')[0]]).toEqual([
      404,
      'Unrecognized request URL (GET: /v1/customers',
    ])
  })
})
