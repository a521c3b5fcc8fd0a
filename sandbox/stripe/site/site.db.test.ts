import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selectRows } from '#server/database/rows.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { declinedCards, openSandboxTest, type SandboxTest, typed } from '#server/testing/outside/stripe-sandbox.ts'
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

const pay = async (number: string, more: Record<string, string> = {}) => {
  const { id, client_secret: secret } = await sandbox.newIntent({ metadata: { booking: '1' } })
  return { id, secret, response: await sandbox.fromFrame(secret, '/confirm', typed(number, more)) }
}

describe('a card typed in the field', () => {
  it('pays, and only its brand, last four digits and date are stored', async () => {
    const { id, response } = await pay('4242 4242 4242 4242')
    expect([response.statusCode, response.headers['access-control-allow-origin']]).toEqual([200, '*'])
    expect(response.json()).toMatchObject({ id, status: 'succeeded' })
    expect(response.json()).not.toHaveProperty('metadata')
    expect(response.json()).not.toHaveProperty('latest_charge')
    const [charge] = await database.db.select().from(tables.charge).where(eq(tables.charge.intentId, id))
    expect(charge?.card).toEqual({
      id: expect.stringMatching(/^pm_1/),
      behaviour: 'pm_card_visa',
      brand: 'visa',
      funding: 'credit',
      last4: '4242',
      expMonth: 12,
      expYear: new Date().getFullYear() + 3,
      name: null,
      email: null,
      postalCode: null,
    })
    for (const table of ['intent', 'charge', 'event', 'call']) {
      const rows = await selectRows<unknown>(database.db, sql.raw(`select t::text from sandbox.${table} t`))
      expect(JSON.stringify(rows)).toMatch(table === 'call' ? /pi_3/ : /"4242/)
      expect(JSON.stringify(rows)).not.toMatch(/4242 ?4242/)
    }
  })

  it.each(declinedCards)('with the number %s is declined with %s, %s', async (number, code, decline_code, message) => {
    const { id, response } = await pay(number)
    expect(response.statusCode).toBe(402)
    const { error } = response.json()
    expect(error).toMatchObject({ type: 'card_error', code, message, payment_intent: { id } })
    expect(error.decline_code).toBe(decline_code)
    const { status } = await sandbox.stripe.paymentIntents.retrieve(id)
    expect(status).toBe('requires_payment_method')
  })

  it.each([
    ['4242424242424241', {}, 'incorrect_number', 'Your card number is incorrect.'],
    ['42', {}, 'invalid_number', 'The card number is not a valid credit card number.'],
    ['4242424242424242', { exp_month: '13' }, 'invalid_expiry_month', "Your card's expiration month is invalid."],
    ['4242424242424242', { exp_year: '2020' }, 'invalid_expiry_year', "Your card's expiration year is invalid."],
    ['4242424242424242', { cvc: '1' }, 'invalid_cvc', "Your card's security code is invalid."],
  ])('with the number %s and %j is rejected without a payment attempt: %s', async (number, more, code, message) => {
    const { id, response } = await pay(number, more)
    expect([response.statusCode, response.json().error]).toMatchObject([402, { type: 'card_error', code, message }])
    expect((await sandbox.stripe.paymentIntents.retrieve(id)).last_payment_error).toBeNull()
  })
})

describe('a payment method of a typed card', () => {
  const create = (number: string, key = sandbox.account.publishableKey) => {
    const card = Object.entries(typed(number)).map(([name, value]) => [
      name.replace(/^payment_method_data\[(\w+)\]/, '$1'),
      value,
    ])
    return sandbox.app.inject({
      method: 'POST',
      url: '/sandbox/stripe/v1/payment_methods',
      headers: { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams([['key', key], ['billing_details[name]', 'Ann Able'], ...card]).toString(),
    })
  }

  it('has Stripe’s fields, without the number, and pays once', async () => {
    const created = await create('4242 4242 4242 4242')
    expect(created.statusCode).toBe(200)
    expect(created.body).not.toMatch(/4242 ?4242/)
    const method = created.json()
    expect(method).toMatchObject({
      id: expect.stringMatching(/^pm_\w+$/),
      object: 'payment_method',
      type: 'card',
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: new Date().getFullYear() + 3 },
      billing_details: { name: 'Ann Able', email: null },
    })
    const { client_secret: secret } = await sandbox.newIntent()
    const paid = await sandbox.fromFrame(secret, '/confirm', { payment_method: method.id })
    expect(paid.json()).toMatchObject({ status: 'succeeded', payment_method: method.id })
    const other = await sandbox.newIntent()
    const again = await sandbox.fromFrame(other.client_secret, '/confirm', { payment_method: method.id })
    expect([again.statusCode, again.json().error]).toMatchObject([
      400,
      { code: 'resource_missing', message: `No such PaymentMethod: '${method.id}'` },
    ])
  })

  it('of a declined card is declined on each use', async () => {
    const { id } = (await create('4000000000000002')).json()
    const { client_secret: secret } = await sandbox.newIntent()
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const declined = await sandbox.fromFrame(secret, '/confirm', { payment_method: id })
      expect([declined.statusCode, declined.json().error.code]).toEqual([402, 'card_declined'])
    }
  })

  it('is rejected for an incorrect number and for a wrong publishable key', async () => {
    const wrong = await create('4242424242424241')
    expect([wrong.statusCode, wrong.json().error.code]).toEqual([402, 'incorrect_number'])
    const stranger = await create('4242424242424242', 'pk_test_x')
    expect(stranger.statusCode).toBe(401)
  })
})

describe('3-D Secure', () => {
  it('that succeeds pays once, also after a restart', async () => {
    const { id, secret, response } = await pay('4000002500003155')
    expect(response.json()).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    await sandbox.close()
    sandbox = await openSandboxTest(database)
    const passed = await Promise.all(
      [1, 2, 3].map(() => sandbox.fromFrame(secret, '/authenticate', { outcome: 'complete' })),
    )
    for (const one of passed) expect(one.json()).toMatchObject({ id, status: 'succeeded' })
    const events = (await sandbox.events()).slice(-2)
    expect(events).toEqual(['charge.succeeded', 'payment_intent.succeeded'])
  })

  it.each([
    ['authenticate', { outcome: 'fail' }],
    ['source_cancel', {}],
  ])('that fails (%s) charges nothing', async (action, params) => {
    const { id, secret } = await pay('4000002500003155')
    const failed = await sandbox.fromFrame(secret, `/${action}`, params as Record<string, string>)
    expect(failed.json()).toMatchObject({
      id,
      status: 'requires_payment_method',
      last_payment_error: {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      },
    })
    expect((await sandbox.events()).slice(-2)).toEqual([
      'payment_intent.requires_action',
      'payment_intent.payment_failed',
    ])
    const again = await sandbox.fromFrame(secret, '/confirm', typed('4242424242424242'))
    expect(again.json()).toMatchObject({ status: 'succeeded', last_payment_error: null })
  })

  it('can be followed by a decline', async () => {
    const { secret } = await pay('4000008260003178')
    const declined = await sandbox.fromFrame(secret, '/authenticate', { outcome: 'complete' })
    expect(declined.json()).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
    })
  })
})

it('an intent can be paid and read only with its client secret', async () => {
  const { id, client_secret: secret } = await sandbox.newIntent()
  const other = await sandbox.newIntent()
  const wrong = await sandbox.fromFrame(secret, '/confirm', {
    ...typed('4242424242424242'),
    client_secret: String(other.client_secret),
  })
  expect([wrong.statusCode, wrong.json().error.param]).toEqual([400, 'client_secret'])
  const stranger = await sandbox.fromFrame(secret, '/confirm', { ...typed('4242424242424242'), key: 'pk_test_x' })
  expect(stranger.statusCode).toBe(401)
  expect((await sandbox.stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
  const { secretKey, publishableKey } = sandbox.account
  const url = `/sandbox/stripe/v1/payment_intents/${id}`
  const read = await sandbox.app.inject(`${url}?key=${publishableKey}&client_secret=${secret}`)
  expect(read.json()).toMatchObject({ id, object: 'payment_intent', client_secret: secret })
  const denied = await sandbox.app.inject({ url, headers: { authorization: `Bearer ${secretKey}` } })
  expect([denied.statusCode, denied.json().error.code]).toEqual([400, 'parameter_missing'])
})

it('the scripts are classic scripts, and their modules share no top-level name', async () => {
  for (const name of ['stripe', 'card', 'challenge']) {
    const { body, headers } = await sandbox.app.inject(`/sandbox/stripe/${name}.js`)
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(body).not.toMatch(/^ *(import|export) /m)
    const names = [...body.matchAll(/^(?:async )?(?:function|const|let) (\w+)/gm)].map(([, found]) => found)
    expect(names.length).toBeGreaterThan(5)
    expect(names).toEqual([...new Set(names)])
  }
})

it('the frames load only from the site and are sandboxed even when opened directly', async () => {
  for (const name of ['card', 'challenge']) {
    const { headers } = await sandbox.app.inject(`/sandbox/stripe/${name}`)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('sandbox allow-scripts allow-forms')
    expect(policy).not.toContain('unsafe')
  }
})
