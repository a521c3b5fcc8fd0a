import { formatCents, type Money, toDollars } from '#contract/kit/money.ts'
import type { Refused } from '#contract/kit/outcome.ts'
import { waitInWords } from '#contract/kit/time/wait.ts'
import { problemOf, type Refusals } from '#server/http/refusal.ts'
import type { SettleOutcome } from './settlement/settle.ts'
import type { Refusal } from './settlement/verdict.ts'

/** The answers to a payment that is refused. */
export const paymentRefusals: Refusals<
  | { reason: Exclude<Refusal, 'less-owed'> | 'changing' | 'nothing-to-pay' }
  | { reason: 'less-owed'; owed: string; paid: string }
> = {
  unknown: { status: 402, sentence: 'The card provider knows no such payment of yours.' },
  'not-paid': { status: 402, sentence: 'The card provider says that this payment was not completed.' },
  unclaimed: { status: 409, sentence: 'This payment is for no appointment.' },
  'another-booking': { status: 409, sentence: 'This payment belongs to another appointment.' },
  'price-mismatch': {
    status: 409,
    sentence: 'This is not what is owed for the appointment. Please load the page again.',
  },
  'already-paid': {
    status: 409,
    sentence: 'This appointment is paid. If you paid twice, the second payment goes back to your card.',
  },
  'less-owed': {
    status: 409,
    sentence: ({ owed, paid }) =>
      `Only ${owed} was still to pay, so your payment of ${paid} goes back to your card in full. Nothing else was charged.`,
  },
  cancelled: {
    status: 409,
    sentence: 'This appointment was cancelled before you paid, so your payment goes back to your card in full.',
  },
  'given-back': { status: 409, sentence: 'This payment was refunded.' },
  'nothing-to-pay': { status: 409, sentence: 'You have no unpaid appointment at this price. Nothing was charged.' },
  changing: { status: 409, sentence: 'This appointment is being paid right now. Please load the page again.' },
}

/** Returns the problem of a payment that settles nothing. That of one which was more than is owed says in `owed`, in
 *  dollars, what still is. */
export function unsettledProblem({ reason, owed = 0, intent }: Extract<SettleOutcome, { ok: false }>, money: Money) {
  if (reason !== 'less-owed') return problemOf(paymentRefusals, { reason })
  const shown = { owed: formatCents(owed, money), paid: formatCents(intent?.received ?? 0, money) }
  return problemOf(paymentRefusals, { reason, ...shown }, { owed: toDollars(owed) })
}

type TooSmall = { reason: 'too-small'; minimum: string }
type Limited = Refused<'too-many', { limit: 'intents' | 'declined-cards'; waitSeconds: number }>

const limited = {
  intents: 'Too many payments were begun',
  'declined-cards': 'Too many cards were declined',
}

/** The answers to a request that is refused whatever it pays. */
export const requestRefusals: Refusals<
  { reason: 'another-appointment' | 'forged' | 'unavailable' } | TooSmall | Limited
> = {
  'too-small': { status: 400, field: 'price', sentence: ({ minimum }) => `At least ${minimum}` },
  'another-appointment': { status: 400, field: 'appointment', sentence: 'Not the booking that the call names' },
  forged: { status: 400, sentence: 'This is not signed by the card provider.' },
  unavailable: {
    status: 503,
    sentence: 'The card provider can not be reached at the moment. Please try again in a minute.',
  },
  'too-many': {
    status: 429,
    sentence: ({ limit, waitSeconds }) =>
      `${limited[limit]}. Please try again in ${waitInWords(waitSeconds)}, or call us.`,
  },
}
