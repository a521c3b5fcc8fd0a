import type { PaymentIntent, Stripe, StripeCardElement } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import type { Booking } from '#contract/booking/booking.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { type Payment, type PaymentDeps, startPayment } from './payment.ts'

const element = {} as StripeCardElement
const unpaid = { _id: 'b', price: 59, paid: false } as Booking
const paidWith = (transactionId: string): Booking => ({ ...unpaid, paid: true, transactionId })
const intent = (status: PaymentIntent.Status, more: object = {}) => ({ id: 'pi_1', status, ...more }) as PaymentIntent
const refusedBy = (status: number, code?: string) =>
  new ApiError({ type: 'about:blank', title: 'No', status, detail: `Refused ${status}`, ...(code && { code }) })
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
const offline = () => Promise.reject(new TypeError('Failed to fetch'))

type World = Partial<Omit<PaymentDeps, 'loadProvider'>> & {
  loadProvider?: () => Promise<unknown>
  /** The provider's responses to each retrieval of the intent; the last one repeats. */
  intents?: (PaymentIntent | 'unreachable')[]
  confirm?: () => Promise<unknown>
}

/** Runs a payment whose dependencies all succeed at once, except those of `world`. `steps`: from the moment on when the
 *  card field can be shown. */
function open({ intents = [intent('requires_payment_method')], confirm, loadProvider, ...deps }: World = {}) {
  const shown: Payment[] = []
  const calls = { confirm: 0, report: 0, create: 0 }
  const answers = [...intents]
  const provider = {
    confirmCardPayment: () => {
      calls.confirm += 1
      return confirm ? confirm() : Promise.resolve({ paymentIntent: intent('succeeded') })
    },
    retrievePaymentIntent: async () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      return answer === 'unreachable' ? { error: { type: 'api_connection_error' } } : { paymentIntent: answer }
    },
  } as unknown as Stripe
  const { report = async () => paidWith('pi_1'), createIntent = async () => 'pi_1_secret' } = deps
  const payment = startPayment(
    {
      findBooking: async () => unpaid,
      billing: { name: 'Ann', email: 'ann@example.org' },
      wait: nextTurn,
      ...deps,
      loadProvider: (loadProvider as PaymentDeps['loadProvider'] | undefined) ?? (async () => provider),
      createIntent: () => {
        calls.create += 1
        return createIntent()
      },
      report: (id) => {
        calls.report += 1
        return report(id)
      },
    },
    (next) => shown.push(next),
  )
  const until = (step: Payment['step'], times = 1) =>
    expect.poll(() => shown.filter((one) => one.step === step).length).toBeGreaterThanOrEqual(times)
  const steps = () => shown.slice(1).map(({ step }) => step)
  return { payment, shown, calls, until, last: () => shown.at(-1), steps }
}

/** Runs a payment and presses Pay once the form is ready. */
async function paying(world: World) {
  const opened = open(world)
  await opened.until('ready')
  void opened.payment.pay(element)
  return opened
}

test('a card that is charged and reported is paid, with the transaction id', async () => {
  const { until, shown, last, steps } = await paying({})
  await until('paid')
  expect(last()).toEqual({ step: 'paid', transactionId: 'pi_1' })
  expect(steps()).toEqual(['preparing', 'ready', 'paying', 'paying', 'paid'])
  expect(shown[1]).toHaveProperty('card')
})

test('pressing Pay twice confirms once', async () => {
  const { payment, until, calls } = open()
  await until('ready')
  void payment.pay(element)
  void payment.pay(element)
  await until('paid')
  void payment.pay(element)
  expect(calls).toEqual({ confirm: 1, report: 1, create: 1 })
})

test('a declined card shows the provider’s message and can be retried with the same secret', async () => {
  const answers = [
    { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } },
    { paymentIntent: intent('succeeded') },
  ]
  const { payment, until, last, calls, shown } = await paying({ confirm: async () => answers.shift() })
  await until('ready', 2)
  expect(last()).toMatchObject({ step: 'ready', refusal: { why: 'Your card was declined.' } })
  const [first] = shown.filter((one) => one.step === 'ready')
  expect(last()).toMatchObject({ card: first?.card })
  void payment.pay(element)
  await until('paid')
  expect(calls.create).toBe(1)
})

test('a charge whose confirmation is lost is found and reported', async () => {
  const { until, steps, calls } = await paying({
    confirm: async () => ({ error: { type: 'api_connection_error', message: 'No connection' } }),
    intents: [intent('requires_payment_method'), 'unreachable', intent('processing'), intent('succeeded')],
  })
  await until('paid')
  expect(steps().slice(2)).toEqual(['paying', 'finding-out', 'finding-out', 'finding-out', 'paid'])
  expect(calls).toMatchObject({ confirm: 1, report: 1 })
})

test('a confirmation that never arrived can be retried after the provider has said twice that nothing was charged', async () => {
  const { until, last, steps } = await paying({ confirm: offline })
  await until('ready', 2)
  expect(steps()).toEqual(['preparing', 'ready', 'paying', 'finding-out', 'finding-out', 'ready'])
  expect(last()).toMatchObject({ refusal: { why: expect.stringContaining('not charged') } })
})

test('a charge that can’t be reported is never shown as failed and is reported when the clinic is reachable', async () => {
  const answers = [offline, () => Promise.reject(refusedBy(503)), async () => paidWith('pi_1')]
  const { until, shown, steps, calls } = await paying({
    report: () => answers.shift()?.() ?? offline(),
    intents: [intent('requires_payment_method'), intent('succeeded')],
  })
  await until('paid')
  expect(calls).toMatchObject({ confirm: 1, report: 3 })
  expect(steps().slice(2)).not.toContain('ready')
  expect(shown).toContainEqual(expect.objectContaining({ step: 'finding-out', charged: true }))
})

test('a booking that the webhook has settled counts as paid', async () => {
  const { until, last } = await paying({
    report: () => Promise.reject(refusedBy(409, 'already-paid')),
    findBooking: async () => paidWith('pi_1'),
  })
  await until('paid')
  expect(last()).toEqual({ step: 'paid', transactionId: 'pi_1' })
})

test('a second tab shows which transaction paid, and its own as charged twice', async () => {
  const { until, last } = await paying({
    report: () => Promise.reject(refusedBy(409, 'already-paid')),
    findBooking: async () => paidWith('pi_other'),
  })
  await until('paid')
  expect(last()).toEqual({ step: 'paid', transactionId: 'pi_other', chargedTwice: 'pi_1' })
})

test('an intent that another tab has paid is reported and not paid again', async () => {
  const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: 'Already succeeded' }
  const { until, calls } = await paying({
    confirm: async () => ({ error: { ...error, payment_intent: intent('succeeded') } }),
  })
  await until('paid')
  expect(calls).toMatchObject({ confirm: 1, report: 1 })
})

test('a reload after the charge reports it and shows no form', async () => {
  const { until, steps, calls } = open({ intents: [intent('succeeded')] })
  await until('paid')
  expect(steps()).toEqual(['preparing', 'paying', 'paid'])
  expect(calls.confirm).toBe(0)
})

test('a reload during bank confirmation shows the form again', async () => {
  const { until, last } = open({ intents: [intent('requires_action')] })
  await until('ready')
  expect(last()).not.toHaveProperty('refusal')
})

test('a reload while the provider is processing waits for the outcome', async () => {
  const { until, steps } = open({ intents: [intent('processing'), intent('processing'), intent('succeeded')] })
  await until('paid')
  expect(steps()).not.toContain('ready')
})

test('a booking paid elsewhere meanwhile is shown as paid', async () => {
  const { until, last } = open({
    createIntent: () => Promise.reject(refusedBy(409, 'already-paid')),
    findBooking: async () => paidWith('pi_9'),
  })
  await until('paid')
  expect(last()).toEqual({ step: 'paid', transactionId: 'pi_9' })
})

test('a failed preparation says why and can be retried', async () => {
  const answers = [() => Promise.reject(refusedBy(503)), async () => 'pi_1_secret']
  const { payment, until, last } = open({ createIntent: () => answers.shift()?.() ?? offline() })
  await until('unprepared')
  expect(last()).toMatchObject({ why: 'Refused 503' })
  payment.again()
  await until('ready')
})

test('a script that does not load is reported as such', async () => {
  const { until, last } = open({ loadProvider: offline })
  await until('unprepared')
  expect(last()).toMatchObject({ why: expect.stringContaining('card form could not be loaded') })
})

test('a charge that the clinic refuses shows its transaction and can be checked again', async () => {
  const answers = [() => Promise.reject(refusedBy(409, 'price-mismatch')), async () => paidWith('pi_1')]
  const { payment, until, last } = await paying({
    report: () => answers.shift()?.() ?? offline(),
    intents: [intent('requires_payment_method'), intent('succeeded')],
  })
  await until('unsettled')
  expect(last()).toMatchObject({ transactionId: 'pi_1', why: 'Refused 409' })
  payment.again()
  await until('paid')
})

test('an intent canceled meanwhile is replaced by a new one', async () => {
  const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' }
  const { until, calls } = await paying({
    confirm: async () => ({ error: { ...error, payment_intent: intent('canceled') } }),
  })
  await until('ready', 2)
  expect(calls.create).toBe(2)
})

test('a charge is reported after the page was left, and nothing more is shown', async () => {
  let answer = (_: unknown) => {}
  const { payment, shown, calls } = await paying({ confirm: () => new Promise((resolve) => (answer = resolve)) })
  payment.stop()
  const { length } = shown
  answer({ paymentIntent: intent('succeeded') })
  await expect.poll(() => calls.report).toBe(1)
  await nextTurn()
  expect(shown).toHaveLength(length)
})

test('polling stops after the page was left', async () => {
  const processing = [intent('requires_payment_method'), intent('processing')]
  let requests = 0
  const findBooking = async () => ({ ...unpaid, requests: ++requests })
  const { payment, until } = await paying({ confirm: offline, intents: processing, findBooking })
  await until('finding-out')
  payment.stop()
  await nextTurn()
  const before = requests
  await nextTurn()
  await nextTurn()
  expect(requests).toBe(before)
})
