import type { PaymentIntent, Stripe, StripeCardElement } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import type { Booking } from '#contract/booking.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { type Payment, type PaymentDeps, startPayment } from './payment.ts'

const element = {} as StripeCardElement
const unpaid = { _id: 'b', price: 59, paid: false } as Booking
const paidWith = (transactionId: string): Booking => ({ ...unpaid, paid: true, transactionId })
const intent = (status: PaymentIntent.Status, more: object = {}) => ({ id: 'pi_1', status, ...more }) as PaymentIntent
const refusedBy = (status: number, code?: string) =>
  new ApiError({ type: 'about:blank', title: 'No', status, detail: `Refused ${status}`, ...(code && { code }) })
const offline = () => Promise.reject(new TypeError('Failed to fetch'))

type World = Partial<Omit<PaymentDeps, 'loadProvider'>> & {
  loadProvider?: () => Promise<unknown>
  /** What the provider answers to each look at the intent; the last answer stays. */
  intents?: (PaymentIntent | 'unreachable')[]
  confirm?: () => Promise<unknown>
}

/** Runs a payment in a world where everything answers at once and well, but for what is given. */
function open({ intents = [intent('requires_payment_method')], confirm, loadProvider, ...parts }: World = {}) {
  const shown: Payment[] = []
  const calls = { confirm: 0, report: 0, ask: 0 }
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
  const { report = async () => paidWith('pi_1'), askForSecret = async () => 'pi_1_secret' } = parts
  const payment = startPayment(
    {
      fetchBooking: async () => unpaid,
      billing: { name: 'Ann', email: 'ann@example.org' },
      wait: nextTurn,
      ...parts,
      loadProvider: (loadProvider as PaymentDeps['loadProvider'] | undefined) ?? (async () => provider),
      askForSecret: () => {
        calls.ask += 1
        return askForSecret()
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
  return { payment, shown, calls, until, last: () => shown.at(-1), steps: () => shown.map(({ step }) => step) }
}

/** A payment whose Pay was pressed once the form was there. */
async function paying(world: World) {
  const opened = open(world)
  await opened.until('ready')
  void opened.payment.pay(element)
  return opened
}

test('a card that is charged and reported is paid, with the transaction id', async () => {
  const { until, last, steps } = await paying({})
  await until('paid')
  expect(last()).toEqual({ step: 'paid', transactionId: 'pi_1' })
  expect(steps()).toEqual(['preparing', 'ready', 'paying', 'paying', 'paid'])
})

test('pressing Pay twice confirms once', async () => {
  const { payment, until, calls } = open()
  await until('ready')
  void payment.pay(element)
  void payment.pay(element)
  await until('paid')
  void payment.pay(element)
  expect(calls).toEqual({ confirm: 1, report: 1, ask: 1 })
})

test('a declined card keeps the form, says the provider’s message and can be tried again with the same secret', async () => {
  const answers = [
    { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } },
    { paymentIntent: intent('succeeded') },
  ]
  const { payment, until, last, calls, shown } = await paying({ confirm: async () => answers.shift() })
  await until('ready', 2)
  expect(last()).toMatchObject({ step: 'ready', refusal: 'Your card was declined.' })
  const [first] = shown.filter((one) => one.step === 'ready')
  expect(last()).toMatchObject({ card: first?.card })
  void payment.pay(element)
  await until('paid')
  expect(calls.ask).toBe(1)
})

test('a confirmation whose answer is lost after the charge is found out and reported', async () => {
  const { until, steps, calls } = await paying({
    confirm: async () => ({ error: { type: 'api_connection_error', message: 'No connection' } }),
    intents: [intent('requires_payment_method'), 'unreachable', intent('processing'), intent('succeeded')],
  })
  await until('paid')
  expect(steps().slice(2)).toEqual(['paying', 'finding-out', 'finding-out', 'finding-out', 'paid'])
  expect(calls).toMatchObject({ confirm: 1, report: 1 })
})

test('a confirmation that never arrived is tried again by the person, once the provider has said twice that nothing was charged', async () => {
  const { until, last, steps } = await paying({ confirm: offline })
  await until('ready', 2)
  expect(steps()).toEqual(['preparing', 'ready', 'paying', 'finding-out', 'finding-out', 'ready'])
  expect(last()).toMatchObject({ refusal: expect.stringContaining('not charged') })
})

test('a charge that can’t be reported is never told as failed, and is reported when the clinic is back', async () => {
  const answers = [offline, () => Promise.reject(refusedBy(503)), async () => paidWith('pi_1')]
  const { until, shown, calls } = await paying({
    report: () => answers.shift()?.() ?? offline(),
    intents: [intent('requires_payment_method'), intent('succeeded')],
  })
  await until('paid')
  expect(calls).toMatchObject({ confirm: 1, report: 3 })
  expect(shown.slice(2).map(({ step }) => step)).not.toContain('ready')
  expect(shown).toContainEqual(expect.objectContaining({ step: 'finding-out', charged: true }))
})

test('the webhook being faster than the report counts as success', async () => {
  const { until, last } = await paying({
    report: () => Promise.reject(refusedBy(409, 'already-paid')),
    fetchBooking: async () => paidWith('pi_1'),
  })
  await until('paid')
  expect(last()).toEqual({ step: 'paid', transactionId: 'pi_1' })
})

test('a second tab that was outrun says which transaction paid, and which was made beside it', async () => {
  const { until, last } = await paying({
    report: () => Promise.reject(refusedBy(409, 'already-paid')),
    fetchBooking: async () => paidWith('pi_other'),
  })
  await until('paid')
  expect(last()).toEqual({ step: 'paid', transactionId: 'pi_other', chargedTwice: 'pi_1' })
})

test('an intent that another tab has paid is reported, not paid again', async () => {
  const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: 'Already succeeded' }
  const { until, calls } = await paying({
    confirm: async () => ({ error: { ...error, payment_intent: intent('succeeded') } }),
  })
  await until('paid')
  expect(calls).toMatchObject({ confirm: 1, report: 1 })
})

test('a reload after the charge reports it, without a form', async () => {
  const { until, steps, calls } = open({ intents: [intent('succeeded')] })
  await until('paid')
  expect(steps()).toEqual(['preparing', 'paying', 'paid'])
  expect(calls.confirm).toBe(0)
})

test('a reload while the bank is asked shows the form again', async () => {
  const { until, last } = open({ intents: [intent('requires_action')] })
  await until('ready')
  expect(last()).not.toHaveProperty('refusal')
})

test('a reload while the provider works on it waits for the outcome', async () => {
  const { until, steps } = open({ intents: [intent('processing'), intent('processing'), intent('succeeded')] })
  await until('paid')
  expect(steps()).not.toContain('ready')
})

test('a booking that was paid elsewhere meanwhile is shown as paid', async () => {
  const { until, last } = open({
    askForSecret: () => Promise.reject(refusedBy(409, 'already-paid')),
    fetchBooking: async () => paidWith('pi_9'),
  })
  await until('paid')
  expect(last()).toEqual({ step: 'paid', transactionId: 'pi_9' })
})

test('what can’t be prepared says why and is prepared again when asked', async () => {
  const answers = [() => Promise.reject(refusedBy(503)), async () => 'pi_1_secret']
  const { payment, until, last } = open({ askForSecret: () => answers.shift()?.() ?? offline() })
  await until('unprepared')
  expect(last()).toMatchObject({ why: 'Refused 503' })
  payment.again()
  await until('ready')
})

test('a script that does not load is told as what it is', async () => {
  const { until, last } = open({ loadProvider: offline })
  await until('unprepared')
  expect(last()).toMatchObject({ why: expect.stringContaining('card form could not be loaded') })
})

test('a charge that the clinic refuses names its transaction, and is looked at again when asked', async () => {
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

test('an intent that was cancelled meanwhile is asked for anew', async () => {
  const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' }
  const { until, calls } = await paying({
    confirm: async () => ({ error: { ...error, payment_intent: intent('canceled') } }),
  })
  await until('ready', 2)
  expect(calls.ask).toBe(2)
})

test('a charge is reported although the page was left meanwhile, and nothing more is shown', async () => {
  let answer = (_: unknown) => {}
  const { payment, shown, calls } = await paying({ confirm: () => new Promise((resolve) => (answer = resolve)) })
  payment.stop()
  const { length } = shown
  answer({ paymentIntent: intent('succeeded') })
  await expect.poll(() => calls.report).toBe(1)
  await nextTurn()
  expect(shown).toHaveLength(length)
})

test('nobody goes on finding out for a page that was left', async () => {
  const processing = [intent('requires_payment_method'), intent('processing')]
  let looks = 0
  const fetchBooking = async () => ({ ...unpaid, looks: ++looks })
  const { payment, until } = await paying({ confirm: offline, intents: processing, fetchBooking })
  await until('finding-out')
  payment.stop()
  await nextTurn()
  const asked = looks
  await nextTurn()
  await nextTurn()
  expect(looks).toBe(asked)
})

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
