import type { Refused } from '#contract/kit/outcome.ts'
import type { Refusals } from '#server/http/refusal.ts'
import type { OverLimit } from '../refund/limit.ts'
import { overLimitAnswer } from '../refund/refusals.ts'
import type { PriceRefusal, VoidRefusal } from './change-money.ts'

/** The answers to changes of an appointment's money that were not made. `owed` and `lowest` as they are shown. */
export const moneyRefusals: Refusals<
  | {
      reason:
        | VoidRefusal
        | PriceRefusal
        | 'other-request'
        | 'not-no-show'
        | 'not-refundable'
        | 'needs-reason'
        | 'not-due'
        | 'no-email'
        | 'unknown-appointment'
        | 'unknown-payment'
    }
  | OverLimit
  | Refused<'more-than-owed', { owed: string }>
  | Refused<'below-paid', { lowest: string }>
> = {
  'more-than-owed': {
    status: 409,
    field: 'amount',
    sentence: ({ owed }) => `Only ${owed} is still to pay`,
  },
  'needs-reason': { status: 400, field: 'reason', sentence: 'Say why it is not the clinic’s fee' },
  'other-request': {
    status: 409,
    sentence:
      'This request id belongs to a different payment. Nothing was taken; look at the payments, then start again.',
  },
  'by-provider': { status: 409, sentence: 'A card payment on the website can’t be voided. Refund it instead.' },
  voided: { status: 409, sentence: 'This payment is void already.' },
  refunded: { status: 409, sentence: 'A part of this payment was refunded, so it can’t be voided. Refund the rest.' },
  'till-closed': {
    status: 409,
    sentence:
      'The day of this payment is closed, so it can’t be voided. Refund it instead: the money counts for today.',
  },
  cancelled: { status: 409, sentence: 'This appointment is cancelled, so its price can’t change.' },
  changed: { status: 409, sentence: 'Somebody else has changed the price. Please look at it again.' },
  'no-show': { status: 409, sentence: 'The patient was charged a no-show fee. Change that instead.' },
  'below-paid': {
    status: 409,
    field: 'price',
    sentence: ({ lowest }) =>
      `At least ${lowest}, because that was paid or given back. To give back more, refund it: that lowers the price too`,
  },
  'not-no-show': { status: 409, sentence: 'This appointment is not marked as a no-show. Please look at it again.' },
  'over-limit': overLimitAnswer,
  'not-refundable': {
    status: 409,
    sentence: 'What was paid beyond the fee can’t be refunded here. Nothing was changed.',
  },
  'not-due': { status: 409, sentence: 'This refund is not waiting to be handed out. Please look at it again.' },
  'no-email': { status: 409, sentence: 'This patient has no email. Print the receipt instead.' },
  'unknown-appointment': { status: 404, sentence: 'There is no such appointment.' },
  'unknown-payment': { status: 404, sentence: 'There is no such payment.' },
}
