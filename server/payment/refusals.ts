import { waitInWords } from '#contract/kit/time/wait.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Refusal } from './settlement/verdict.ts'

// Clients see these reasons as the `code` of the problem.
const payments: Record<Refusal | 'changing' | 'nothing-to-pay', { status: number; sentence: string }> = {
  unknown: { status: 402, sentence: 'The card provider knows no such payment of yours.' },
  'not-paid': { status: 402, sentence: 'The card provider says that this payment was not completed.' },
  unclaimed: { status: 409, sentence: 'This payment is for no appointment.' },
  'another-booking': { status: 409, sentence: 'This payment belongs to another appointment.' },
  'price-mismatch': { status: 409, sentence: 'The price is not that of the appointment. Please load the page again.' },
  'already-paid': { status: 409, sentence: 'This appointment is already paid. We refund a second payment.' },
  'given-back': { status: 409, sentence: 'This payment was refunded.' },
  'nothing-to-pay': { status: 409, sentence: 'You have no unpaid appointment at this price. Nothing was charged.' },
  changing: { status: 409, sentence: 'This appointment is being paid right now. Please load the page again.' },
}

const calls = {
  forged: { status: 400, sentence: 'This is not signed by the card provider.' },
  unavailable: {
    status: 503,
    sentence: 'The card provider can not be reached at the moment. Please try again in a minute.',
  },
}

const limits = {
  intents: 'Too many payments were begun',
  'declined-cards': 'Too many cards were declined',
}

/** Sentences for a field of a request. */
export const fieldRefusals = { 'another-appointment': 'Not the booking that the call names' }

/** Returns the problem for a refused payment, with the reason as its code. */
export function refusedPayment(reason: keyof typeof payments): ProblemError {
  const { status, sentence } = payments[reason]
  return new ProblemError(status, sentence, { code: reason })
}

/** Returns the problem for a refused request. */
export function refusedCall(reason: keyof typeof calls): ProblemError {
  const { status, sentence } = calls[reason]
  return new ProblemError(status, sentence)
}

/** Returns the problem for a request over a limit; `wait` in seconds. */
export function tooMany(limit: keyof typeof limits, wait: number): ProblemError {
  const sentence = `${limits[limit]}. Please try again in ${waitInWords(wait)}, or call us.`
  return new ProblemError(429, sentence, { code: 'too-many' })
}
