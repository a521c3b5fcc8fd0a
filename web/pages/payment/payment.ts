import type { PaymentIntent, PaymentIntentResult, Stripe, StripeCardElement } from '@stripe/stripe-js'
import type { Booking } from '#contract/booking/booking.ts'
import { ApiError, messageFor } from '#web/api/http/errors.ts'
import { adviceOn } from './card-advice.ts'

/** The provider's object and the client secret of this booking's payment intent. */
export type Card = { provider: Stripe; clientSecret: string }

/** Why a card was not charged. `advice`: what to do, where another try with the same card may not help. */
export type CardRefusal = { why: string; advice?: string | undefined }

/** The state of a payment. `preparing`: with a card, its field can be shown, while the provider says whether the card
 *  was charged before. `finding-out`: it is unknown whether the card was charged, or the clinic has not recorded the
 *  charge yet. `unsettled`: charged, but the clinic refuses the charge for this booking. `refunded`: charged
 *  with more than was still owed, which goes back; the rest can be paid. */
export type Payment =
  | { step: 'preparing'; card?: Card }
  | { step: 'unprepared'; why: string }
  | { step: 'ready'; card: Card; refusal?: CardRefusal }
  | { step: 'paying'; card: Card }
  | { step: 'finding-out'; card: Card; charged: boolean }
  | { step: 'unsettled'; card: Card; transactionId: string; why: string }
  | { step: 'refunded'; why: string }
  | { step: 'paid'; transactionId: string; chargedTwice?: string }

/** What the outcome of a payment depends on. */
type Payable = Pick<Booking, 'paid' | 'transactionId'>

/** Calls that a payment makes. Each times out by itself. */
export type PaymentDeps = {
  loadProvider: () => Promise<Stripe>
  /** Creates the payment intent and returns its client secret. */
  createIntent: () => Promise<string>
  /** Reports a successful transaction to the clinic. */
  report: (transactionId: string) => Promise<Payable>
  /** Fetches the booking from the clinic; null when it does not exist. */
  findBooking: () => Promise<Payable | null>
  /** What the card provider is told about the payer. */
  billing: { name?: string; email?: string }
  wait: (ms: number) => Promise<void>
}

/** Starts the payment of one booking and shows each step. `pay` does nothing unless the payment is `ready`, so that
 *  repeated clicks pay once; `again` retries; `stop` shows nothing more, but still reports a charge. */
export function startPayment(deps: PaymentDeps, show: (payment: Payment) => void) {
  let now: Payment = { step: 'preparing' }
  let stopped = false

  function change(next: Payment) {
    if (stopped) return
    now = next
    show(next)
  }

  async function prepare(): Promise<void> {
    change({ step: 'preparing' })
    try {
      const card = await loadCard(deps)
      change({ step: 'preparing', card })
      // The page may have been reloaded between the charge and its report.
      const verdict = verdictOfIntent(await retrieve(card))
      if (verdict.kind === 'charged') return await report(card, verdict.transactionId)
      if (verdict.kind === 'unknown') return await findOut(card)
      if (verdict.kind === 'void') return change({ step: 'unprepared', why: sentences.canceled })
      change({ step: 'ready', card })
    } catch (error) {
      change(await unpreparedBy(deps, error))
    }
  }

  async function pay(element: StripeCardElement) {
    if (now.step !== 'ready') return
    const { card } = now
    change({ step: 'paying', card })
    const verdict = await confirm(card, element, deps.billing)
    if (verdict.kind === 'charged') return report(card, verdict.transactionId)
    if (verdict.kind === 'unknown') return findOut(card)
    if (verdict.kind === 'void') return prepare()
    change({ step: 'ready', card, refusal: verdict })
  }

  async function report(card: Card, transactionId: string): Promise<void> {
    change({ step: 'paying', card })
    const next = await reported(deps, card, transactionId)
    return next.step === 'finding-out' ? findOut(card) : change(next)
  }

  async function findOut(card: Card): Promise<void> {
    const showCharged = (charged: boolean) => change({ step: 'finding-out', card, charged })
    const outcome = await outcomeOf(deps, card, showCharged, () => stopped)
    if (outcome) return outcome === 'void' ? prepare() : change(outcome)
  }

  void prepare()
  return {
    pay,
    again: () => {
      if (now.step === 'unprepared' || now.step === 'refunded') void prepare()
      if (now.step === 'unsettled') void findOut(now.card)
    },
    stop: () => {
      stopped = true
    },
  }
}
export type RunningPayment = ReturnType<typeof startPayment>

/** Polls the provider and the clinic until the outcome is known. Returns 'void' if the intent was canceled, undefined
 *  once stopped. */
async function outcomeOf(
  deps: PaymentDeps,
  card: Card,
  showCharged: (charged: boolean) => void,
  isStopped: () => boolean,
): Promise<Payment | 'void' | undefined> {
  let charged = false
  // The first request may overtake a confirmation still on its way, so a refusal counts when it is seen twice.
  let refusals = 0
  for (let round = 0; !isStopped(); round += 1) {
    showCharged(charged)
    await deps.wait(Math.min(1000 * 2 ** round, 5000))
    const [verdict, booking] = await Promise.all([
      retrieve(card).then(verdictOfIntent, () => unknown),
      deps.findBooking().catch(() => null),
    ])
    if (booking?.paid) return paidBy(booking, verdict.kind === 'charged' ? verdict.transactionId : undefined)
    if (verdict.kind === 'charged') {
      charged = true
      const next = await reported(deps, card, verdict.transactionId)
      if (next.step !== 'finding-out') return next
    }
    if (verdict.kind === 'void') return 'void'
    refusals = verdict.kind === 'refused' && booking ? refusals + 1 : 0
    if (verdict.kind === 'refused' && refusals === 2) return { step: 'ready', card, refusal: verdict }
  }
  return undefined
}

async function reported(deps: PaymentDeps, card: Card, transactionId: string): Promise<Payment> {
  try {
    return paidBy(await deps.report(transactionId), transactionId)
  } catch (error) {
    const booking = error instanceof ApiError ? await deps.findBooking().catch(() => null) : null
    if (booking?.paid) return paidBy(booking, transactionId)
    if (isLessOwed(error)) return { step: 'refunded', why: error.message }
    if (isFinal(error)) return { step: 'unsettled', card, transactionId, why: error.message }
    return { step: 'finding-out', card, charged: true }
  }
}

/** `charged` is the transaction of this page. One of another tab may have paid for the booking first. */
function paidBy({ transactionId }: Payable, charged?: string): Payment {
  const settledBy = transactionId ?? charged ?? ''
  const twice = charged !== undefined && charged !== settledBy
  return { step: 'paid', transactionId: settledBy, ...(twice && { chargedTwice: charged }) }
}

async function confirm({ provider, clientSecret }: Card, card: StripeCardElement, billing: PaymentDeps['billing']) {
  const details = { payment_method: { card, billing_details: billing } }
  return provider.confirmCardPayment(clientSecret, details).then(verdictOfConfirmation, () => unknown)
}

async function retrieve({ provider, clientSecret }: Card): Promise<PaymentIntent> {
  const { paymentIntent }: PaymentIntentResult = await provider.retrievePaymentIntent(clientSecret)
  if (!paymentIntent) throw new ProviderError(sentences['provider-unreachable'])
  return paymentIntent
}

async function loadCard({ loadProvider, createIntent }: PaymentDeps): Promise<Card> {
  const loaded = loadProvider().catch(() => {
    throw new ProviderError(sentences['form-not-loaded'])
  })
  const [provider, clientSecret] = await Promise.all([loaded, createIntent()])
  return { provider, clientSecret }
}

/** Returns the state after `error` has stopped the preparation: another tab may have paid for the booking. */
async function unpreparedBy(deps: PaymentDeps, error: unknown): Promise<Payment> {
  const booking = isAlreadyPaid(error) ? await deps.findBooking().catch(() => null) : null
  if (booking?.paid) return paidBy(booking)
  return { step: 'unprepared', why: error instanceof ProviderError ? error.message : messageFor(error) }
}

class ProviderError extends Error {}

const unknown: Verdict = { kind: 'unknown' }

function isAlreadyPaid(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code === 'already-paid'
}

function isLessOwed(error: unknown): error is ApiError {
  return error instanceof ApiError && error.problem.code === 'less-owed'
}

// A repeated request gets the same refusal. Rate limits, our own faults and an unreachable provider are temporary.
function isFinal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || isAlreadyPaid(error)) return false
  const { status } = error.problem
  return status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 429
}

/** The sentence for each reason why a payment was not made. */
const sentences = {
  canceled: 'This payment was canceled. Your card was not charged.',
  'not-charged': 'The payment did not go through and your card was not charged. You can try again.',
  unfinished: 'Your bank’s check was not completed and your card was not charged. You can try again.',
  'provider-unreachable': 'The card provider could not be reached. Please check your connection and try again.',
  'form-not-loaded': 'The card form could not be loaded. Please check your connection and try again.',
}

/** Whether the card was charged. `unknown`: it may have been. `void`: the intent was canceled without a charge. */
type Verdict =
  | { kind: 'charged'; transactionId: string }
  | ({ kind: 'refused' } & CardRefusal)
  | { kind: 'unknown' }
  | { kind: 'void' }

/** Interprets the provider's response to a confirmation. An intent in an error takes precedence over the error. */
function verdictOfConfirmation({ paymentIntent, error }: PaymentIntentResult): Verdict {
  if (!error) return verdictOfIntent(paymentIntent)
  if (error.payment_intent?.status === 'succeeded') return verdictOfIntent(error.payment_intent)
  if (error.code === 'payment_intent_unexpected_state') {
    return error.payment_intent ? verdictOfIntent(error.payment_intent) : { kind: 'unknown' }
  }
  if (inconclusive.has(error.type)) return { kind: 'unknown' }
  return { kind: 'refused', why: error.message ?? sentences['not-charged'], advice: adviceOn(error) }
}

/** Interprets the status of an intent. */
function verdictOfIntent({ id, status }: PaymentIntent): Verdict {
  switch (status) {
    case 'succeeded':
      return { kind: 'charged', transactionId: id }
    case 'canceled':
      return { kind: 'void' }
    case 'requires_payment_method':
      // Its last error may be that of an earlier card.
      return { kind: 'refused', why: sentences['not-charged'] }
    case 'requires_action':
    case 'requires_confirmation':
      return { kind: 'refused', why: sentences.unfinished }
    default:
      return { kind: 'unknown' }
  }
}

// After these errors the card may have been charged.
const inconclusive: ReadonlySet<string> = new Set(['api_connection_error', 'api_error', 'rate_limit_error'])
