import type { PaymentIntent, PaymentIntentResult, Stripe, StripeCardElement } from '@stripe/stripe-js'
import type { Booking } from '#contract/booking.ts'
import { ApiError, messageFor } from '#web/api/http/errors.ts'
import { type Verdict, verdictOfConfirmation, verdictOfIntent } from './verdict.ts'

/** The provider's object and the secret that this booking's payment is confirmed with. */
export type Card = { provider: Stripe; clientSecret: string }

/** Where a payment stands. `finding-out`: nobody here knows whether the card was charged, or the clinic does not know that it was.
 *  `unsettled`: charged, and the clinic does not take it for this booking. */
export type Payment =
  | { step: 'preparing' }
  | { step: 'unprepared'; why: string }
  | { step: 'ready'; card: Card; refusal?: string }
  | { step: 'paying'; card: Card }
  | { step: 'finding-out'; card: Card; charged: boolean }
  | { step: 'unsettled'; card: Card; transactionId: string; why: string }
  | { step: 'paid'; transactionId: string; chargedTwice?: string }

/** What a payment asks of the world. Each call gives up by itself after a while. */
export type PaymentDeps = {
  loadProvider: () => Promise<Stripe>
  askForSecret: () => Promise<string>
  /** Tells the clinic that a transaction has succeeded. */
  report: (transactionId: string) => Promise<Booking>
  /** The booking as the clinic has it now, null when it is not there. */
  fetchBooking: () => Promise<Booking | null>
  billing: { name: string; email: string }
  wait: (ms: number) => Promise<void>
}

/** Begins to take the payment of one booking and shows each step. `pay` does nothing unless the payment is ready for it, however
 *  often it is called; `again` takes up what was left; `stop` when nobody looks any more. */
export function startPayment(deps: PaymentDeps, show: (payment: Payment) => void) {
  let now: Payment = { step: 'preparing' }
  let stopped = false

  function be(next: Payment) {
    if (stopped) return
    now = next
    show(next)
  }

  async function prepare(): Promise<void> {
    be({ step: 'preparing' })
    try {
      const [provider, clientSecret] = await Promise.all([loadProvider(deps), deps.askForSecret()])
      const card = { provider, clientSecret }
      // A reload may have come between the charge and what was to follow it.
      const verdict = verdictOfIntent(await retrieve(card))
      if (verdict.kind === 'charged') return await report(card, verdict.transactionId)
      if (verdict.kind === 'unknown') return await findOut(card)
      if (verdict.kind === 'void') return be({ step: 'unprepared', why: cancelled })
      be({ step: 'ready', card })
    } catch (error) {
      const paid = isAlreadyPaid(error) ? await deps.fetchBooking().catch(() => null) : null
      if (paid?.paid) return be(paidBy(paid))
      be({ step: 'unprepared', why: error instanceof ProviderError ? error.message : messageFor(error) })
    }
  }

  async function pay(element: StripeCardElement) {
    if (now.step !== 'ready') return
    const { card } = now
    be({ step: 'paying', card })
    const verdict = await confirm(card, element, deps.billing)
    if (verdict.kind === 'charged') return report(card, verdict.transactionId)
    if (verdict.kind === 'unknown') return findOut(card)
    if (verdict.kind === 'void') return prepare()
    be({ step: 'ready', card, refusal: verdict.why })
  }

  async function report(card: Card, transactionId: string): Promise<void> {
    be({ step: 'paying', card })
    const next = await reported(deps, card, transactionId)
    return next.step === 'finding-out' ? findOut(card) : be(next)
  }

  async function findOut(card: Card): Promise<void> {
    let charged = false
    // One look could come before a confirmation that is still on its way, so a refusal counts when it is seen twice.
    let refusals = 0
    for (let round = 0; !stopped; round += 1) {
      be({ step: 'finding-out', card, charged })
      await deps.wait(Math.min(1000 * 2 ** round, 5000))
      const [verdict, booking] = await Promise.all([
        retrieve(card).then(verdictOfIntent, () => unknown),
        deps.fetchBooking().catch(() => null),
      ])
      if (booking?.paid) {
        return be(paidBy(booking, verdict.kind === 'charged' ? verdict.transactionId : undefined))
      }
      if (verdict.kind === 'charged') {
        charged = true
        const next = await reported(deps, card, verdict.transactionId)
        if (next.step !== 'finding-out') return be(next)
      }
      if (verdict.kind === 'void') return prepare()
      refusals = verdict.kind === 'refused' && booking ? refusals + 1 : 0
      if (verdict.kind === 'refused' && refusals === 2) return be({ step: 'ready', card, refusal: verdict.why })
    }
  }

  void prepare()
  return {
    pay,
    again: () => {
      if (now.step === 'unprepared') void prepare()
      if (now.step === 'unsettled') void findOut(now.card)
    },
    stop: () => {
      stopped = true
    },
  }
}
export type RunningPayment = ReturnType<typeof startPayment>

async function reported(deps: PaymentDeps, card: Card, transactionId: string): Promise<Payment> {
  try {
    return paidBy(await deps.report(transactionId), transactionId)
  } catch (error) {
    const booking = error instanceof ApiError ? await deps.fetchBooking().catch(() => null) : null
    if (booking?.paid) return paidBy(booking, transactionId)
    if (isFinal(error)) return { step: 'unsettled', card, transactionId, why: error.message }
    return { step: 'finding-out', card, charged: true }
  }
}

/** `charged` is what this page's card was charged by, which another tab's may have outrun. */
function paidBy({ transactionId }: Booking, charged?: string): Payment {
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
  if (!paymentIntent)
    throw new ProviderError('The card provider could not be reached. Please check your connection and try again.')
  return paymentIntent
}

function loadProvider(deps: PaymentDeps): Promise<Stripe> {
  return deps.loadProvider().catch(() => {
    throw new ProviderError('The card form could not be loaded. Please check your connection and try again.')
  })
}

class ProviderError extends Error {}

const unknown: Verdict = { kind: 'unknown' }
const cancelled = 'This payment was canceled. Your card was not charged.'

function isAlreadyPaid(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code === 'already-paid'
}

// Asking again brings the same answer. Too many requests, a fault of ours and a provider out of reach pass.
function isFinal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || isAlreadyPaid(error)) return false
  const { status } = error.problem
  return status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 429
}
