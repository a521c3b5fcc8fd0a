import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { openSandboxTest, type SandboxTest, stripeError } from '#server/testing/outside/stripe-sandbox.ts'
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
  await database.db.delete(tables.event)
})

const pay = async (payment_method: string) => {
  const { id } = await sandbox.newIntent({ metadata: { booking: '1' } })
  return { id, confirmed: sandbox.stripe.paymentIntents.confirm(id, { payment_method }) }
}

describe('a card', () => {
  it('that is valid is charged', async () => {
    const { id, confirmed } = await pay('pm_card_visa')
    expect(await confirmed).toMatchObject({ id, status: 'succeeded', amount_received: 9_900, last_payment_error: null })
    const { latest_charge: charge, payment_method } = await sandbox.stripe.paymentIntents.retrieve(id, {
      expand: ['latest_charge', 'payment_method'],
    })
    expect(charge).toMatchObject({
      object: 'charge',
      amount: 9_900,
      paid: true,
      captured: true,
      refunded: false,
      status: 'succeeded',
      payment_intent: id,
      metadata: { booking: '1' },
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
      outcome: { type: 'authorized' },
    })
    expect(payment_method).toMatchObject({ object: 'payment_method', card: { brand: 'visa', last4: '4242' } })
    expect(await sandbox.events()).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'])
  })

  it('is charged once by concurrent confirmations', async () => {
    const { id } = await sandbox.newIntent()
    const attempts = Array.from({ length: 6 }, () =>
      sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
    )
    const ended = await Promise.allSettled(attempts)
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const { status, ...rest } of ended) {
      if (status === 'fulfilled' || !('reason' in rest)) continue
      expect(rest.reason).toMatchObject({
        statusCode: 400,
        code: 'payment_intent_unexpected_state',
        payment_intent: { id, status: 'succeeded' },
        message:
          'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      })
    }
    const charges = await database.db.select().from(tables.charge)
    expect(charges.filter(({ intentId }) => intentId === id)).toHaveLength(1)
  })

  // Two confirmations overlap only on several connections.
  it.runIf(inject('engine').kind === 'postgres')('is charged once when two confirmations overlap', async () => {
    const { id } = await sandbox.newIntent()
    const confirm = () => sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    const ended = await database.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${tables.charge} in exclusive mode`)
      const both = Promise.allSettled([confirm(), confirm()])
      const waiting = tx
        .select({ count: sql<number>`count(*)::int` })
        .from(sql`pg_stat_activity`)
        .where(sql`datname = current_database() and wait_event_type = 'Lock'`)
      await expect.poll(() => waiting, { timeout: 20_000 }).toEqual([{ count: 2 }])
      return { both }
    })
    const refused = (await ended.both).filter(({ status }) => status === 'rejected')
    expect(refused).toEqual([expect.objectContaining({ reason: expect.objectContaining({ statusCode: 400 }) })])
  })

  it.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      'pm_card_visa_chargeDeclinedInsufficientFunds',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', undefined, 'Your card has expired.'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
    [
      'pm_card_chargeDeclinedProcessingError',
      'processing_error',
      undefined,
      'An error occurred while processing your card. Try again in a little bit.',
    ],
  ])('with the name %s is declined with %s, %s', async (name, code, decline_code, message) => {
    const { id, confirmed } = await pay(name)
    const error = await stripeError(confirmed)
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({ statusCode: 402, rawType: 'card_error', code, message })
    expect(error.decline_code || undefined).toBe(decline_code)
    expect(error.payment_intent).toMatchObject({ id, status: 'requires_payment_method' })
    expect(error.doc_url).toBe(`https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`)
    const intent = await sandbox.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      payment_method: null,
      last_payment_error: { type: 'card_error', code, message, payment_method: { type: 'card' } },
      latest_charge: { id: error.charge, status: 'failed', paid: false, failure_code: code },
    })
    expect(await sandbox.events()).toEqual(['payment_intent.created', 'charge.failed', 'payment_intent.payment_failed'])
  })

  it('can be replaced after a decline', async () => {
    const { id, confirmed } = await pay('pm_card_visa_chargeDeclined')
    await stripeError(confirmed)
    const paid = await sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_mastercard' })
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
  })

  it('whose bank requires 3-D Secure waits for it', async () => {
    const { id, confirmed } = await pay('pm_card_authenticationRequiredOnSetup')
    expect(await confirmed).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    expect(await sandbox.events()).toEqual(['payment_intent.created', 'payment_intent.requires_action'])
    const again = await sandbox.stripe.paymentIntents.confirm(id)
    expect(again.status).toBe('requires_action')
    const other = await sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect([other.status, other.next_action]).toEqual(['succeeded', null])
  })

  it('is required to pay', async () => {
    const { id } = await sandbox.newIntent()
    const error = await stripeError(sandbox.stripe.paymentIntents.confirm(id))
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    expect(error.message).toContain("it's missing a payment method")
  })
})

describe('a refund', () => {
  const paid = () => sandbox.newIntent({ payment_method: 'pm_card_visa', confirm: true })

  it('refunds the whole charge once', async () => {
    const { id: payment_intent, latest_charge } = await paid()
    const refund = await sandbox.stripe.refunds.create({
      payment_intent,
      reason: 'duplicate',
      metadata: { why: 'twice' },
    })
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 9_900,
      currency: 'usd',
      status: 'succeeded',
      reason: 'duplicate',
      payment_intent,
      charge: latest_charge,
      metadata: { why: 'twice' },
    })
    const error = await stripeError(sandbox.stripe.refunds.create({ payment_intent }))
    expect(error).toMatchObject({
      statusCode: 400,
      code: 'charge_already_refunded',
      message: `Charge ${latest_charge} has already been refunded.`,
    })
    const charge = await sandbox.stripe.charges.retrieve(String(latest_charge))
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 9_900 })
    const intent = await sandbox.stripe.paymentIntents.retrieve(payment_intent)
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 9_900 })
    const events = await sandbox.events()
    expect(events.slice(3)).toEqual(['refund.created', 'charge.refunded', 'refund.updated'])
  })

  it('refunds a part, but never more than what is left', async () => {
    const { id: payment_intent, latest_charge } = await paid()
    await sandbox.stripe.refunds.create({ charge: String(latest_charge), amount: 4_000 })
    const error = await stripeError(sandbox.stripe.refunds.create({ payment_intent, amount: 6_000 }))
    expect(error.message).toBe('Refund amount ($60.00) is greater than unrefunded amount on charge ($59.00)')
    const rest = await sandbox.stripe.refunds.create({ payment_intent, expand: ['charge.payment_intent'] })
    expect(rest).toMatchObject({ amount: 5_900, charge: { refunded: true, payment_intent: { id: payment_intent } } })
    await paid().then(({ id }) => sandbox.stripe.refunds.create({ payment_intent: id }))
    const { data } = await sandbox.stripe.refunds.list({ payment_intent })
    expect(data.map(({ amount }) => amount)).toEqual([5_900, 4_000])
    expect(await sandbox.stripe.refunds.retrieve(rest.id)).toMatchObject({ id: rest.id, amount: 5_900 })
  })

  it('is made once by concurrent requests', async () => {
    const { id: payment_intent } = await paid()
    const requests = Array.from({ length: 4 }, () => sandbox.stripe.refunds.create({ payment_intent }))
    const ended = await Promise.allSettled(requests)
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of ended) if ('reason' in one) expect(one.reason.code).toBe('charge_already_refunded')
  })

  it('needs a paid intent', async () => {
    const { id: payment_intent } = await sandbox.newIntent()
    const error = await stripeError(sandbox.stripe.refunds.create({ payment_intent }))
    expect(error.message).toBe(`This PaymentIntent (${payment_intent}) does not have a successful charge to refund.`)
    expect(await stripeError(sandbox.stripe.refunds.create({}))).toMatchObject({ code: 'parameter_missing' })
  })
})

it('an event has its object as it was at that time', async () => {
  const { id, confirmed } = await pay('pm_card_visa')
  await confirmed
  const { data } = await sandbox.stripe.events.list({ types: ['payment_intent.created', 'payment_intent.succeeded'] })
  expect(data.map(({ type, data: { object } }) => [type, 'status' in object && object.status])).toEqual([
    ['payment_intent.succeeded', 'succeeded'],
    ['payment_intent.created', 'requires_payment_method'],
  ])
  const [newest] = data
  const one = await sandbox.stripe.events.retrieve(String(newest?.id))
  expect(one).toEqual(newest)
  expect(one).toMatchObject({ object: 'event', livemode: false, data: { object: { id } } })
  expect(one.request?.id).toMatch(/^req_/)
})

it('intents and keys are the same after a restart', async () => {
  const { id } = await sandbox.newIntent({ payment_method: 'pm_card_visa', confirm: true })
  const before = await sandbox.stripe.paymentIntents.retrieve(id)
  const { secretKey, webhookSecret } = sandbox.account
  await sandbox.close()
  sandbox = await openSandboxTest(database)
  expect(await sandbox.stripe.paymentIntents.retrieve(id)).toEqual(before)
  expect([sandbox.account.secretKey, sandbox.account.webhookSecret]).toEqual([secretKey, webhookSecret])
  expect(secretKey).toMatch(/^sk_test_\w+$/)
  expect(webhookSecret).toMatch(/^whsec_\w+$/)
})
