import type { Refused } from '#contract/kit/outcome.ts'
import { waitInWords } from '#contract/kit/time/wait.ts'
import type { Refusals } from '#server/http/refusal.ts'
import type { Refusal } from './settlement/verdict.ts'

/** The answers to a payment that is refused. */
export const paymentRefusals: Refusals<{ reason: Refusal | 'changing' | 'nothing-to-pay' }> = {
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

type TooSmall = { reason: 'too-small'; minimum: string }
type Limited = Refused<'too-many', { limit: 'intents' | 'declined-cards'; waitSeconds: number }>

const limited = {
  intents: 'Too many payments were begun',
  'declined-cards': 'Too many cards were declined',
}

/** The answers to a request that is refused whatever it pays. */
export const requestRefusals: Refusals<
  { reason: 'another-appointment' | 'forged' | 'unavailable' | 'whole-amount' } | TooSmall | Limited
> = {
  'too-small': { status: 400, field: 'price', sentence: ({ minimum }) => `At least ${minimum}` },
  'whole-amount': { status: 400, field: 'price', sentence: 'This currency has no decimals' },
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
