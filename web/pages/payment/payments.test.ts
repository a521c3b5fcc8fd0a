import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import type { PaymentDeps } from './payment.ts'
import { type Payments, shownPayment, startPayments } from './payments.ts'

const element = {} as StripeCardElement
const all = new Set([0, 1, 2])

/** Starts the payments of three appointments. The provider declines the card for those in `declined`. */
function open({ declined = new Set<string>() } = {}) {
  const confirmed: string[] = []
  const reported: string[] = []
  const intentOf = (secret: string, status: string) => ({ paymentIntent: { id: secret.slice(0, 4), status } })
  const provider = {
    retrievePaymentIntent: async (secret: string) => intentOf(secret, 'requires_payment_method'),
    confirmCardPayment: async (secret: string) => {
      confirmed.push(secret)
      return declined.has(secret)
        ? { error: { type: 'card_error', message: 'Declined.' } }
        : intentOf(secret, 'succeeded')
    },
  } as unknown as Stripe
  const deps = [1, 2, 3].map(
    (n): PaymentDeps => ({
      loadProvider: async () => provider,
      createIntent: async () => `pi_${n}_secret`,
      report: async (transactionId) => {
        reported.push(transactionId)
        return { paid: true, transactionId }
      },
      findBooking: async () => ({ paid: false }),
      billing: {},
      wait: () => new Promise((resolve) => setImmediate(resolve)),
    }),
  )
  let last: Payments = { each: [], isPaying: false }
  const payments = startPayments(deps, (next) => {
    last = next
  })
  const steps = () => last.each.map(({ step }) => step)
  return { payments, confirmed, reported, steps, last: () => last, declined }
}

async function opened(world?: Parameters<typeof open>[0]) {
  const all = open(world)
  await expect.poll(all.steps).toEqual(['ready', 'ready', 'ready'])
  return all
}

test('each chosen appointment is paid, one after the other', async () => {
  const { payments, confirmed, reported, steps } = await opened()
  await payments.pay(element, all)
  expect(confirmed).toEqual(['pi_1_secret', 'pi_2_secret', 'pi_3_secret'])
  expect(reported).toEqual(['pi_1', 'pi_2', 'pi_3'])
  expect(steps()).toEqual(['paid', 'paid', 'paid'])
})

test('pressing Pay twice pays once', async () => {
  const { payments, confirmed } = await opened()
  await Promise.all([payments.pay(element, all), payments.pay(element, all)])
  expect(confirmed).toHaveLength(3)
})

test('one that is left out is not paid', async () => {
  const { payments, steps } = await opened()
  await payments.pay(element, new Set([0, 2]))
  expect(steps()).toEqual(['paid', 'ready', 'paid'])
})

test('a declined card stops the payments, and the next try pays the rest only', async () => {
  const { payments, confirmed, steps, last, declined } = await opened({ declined: new Set(['pi_2_secret']) })
  await payments.pay(element, all)
  expect(steps()).toEqual(['paid', 'ready', 'ready'])
  expect(shownPayment(last(), all)).toMatchObject({ step: 'ready', refusal: { why: 'Declined.' } })
  expect(confirmed).toEqual(['pi_1_secret', 'pi_2_secret'])
  declined.clear()
  await payments.pay(element, all)
  expect(confirmed.slice(2)).toEqual(['pi_2_secret', 'pi_3_secret'])
  expect(steps()).toEqual(['paid', 'paid', 'paid'])
})

test('the form can’t be used between two payments', () => {
  const card = { provider: {} as Stripe, clientSecret: 'x' }
  const each: Payments['each'] = [
    { step: 'paid', transactionId: 'pi_1' },
    { step: 'ready', card },
  ]
  expect(shownPayment({ each, isPaying: true }, all).step).toBe('paying')
  expect(shownPayment({ each, isPaying: false }, all).step).toBe('ready')
  expect(
    shownPayment({ each: [...each, { step: 'finding-out', card, charged: true }], isPaying: true }, all).step,
  ).toBe('finding-out')
})
