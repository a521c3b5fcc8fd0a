import type { Refusals } from '#server/http/refusal.ts'
import type { OverLimit } from './limit.ts'

/** The answer to receptionists who would give back more than the clinic lets them. */
export const overLimitAnswer: Refusals<OverLimit>['over-limit'] = {
  status: 403,
  sentence: ({ limit }) =>
    `This is above your limit of ${limit} to give back for an appointment. Nothing was changed; an admin can do it.`,
}

/** The answers to a refund that was not requested, or not again. */
export const refundRefusals: Refusals<
  | OverLimit
  | {
      reason:
        | 'unknown'
        | 'too-much'
        | 'other-request'
        | 'not-paid'
        | 'not-failed'
        | 'owed-by-card'
        | 'owed-when-cancelled'
        | 'which-payment'
        | 'unknown-appointment'
    }
> = {
  'too-much': { status: 400, field: 'amount', sentence: 'More than is left of this payment' },
  'over-limit': overLimitAnswer,
  unknown: {
    status: 409,
    sentence: 'This payment was not made through this website’s account, so it can’t be refunded here.',
  },
  'other-request': {
    status: 409,
    sentence:
      'This request id belongs to a different refund. Nothing was refunded; look at this payment’s refunds, then start again.',
  },
  'not-paid': { status: 409, sentence: 'This appointment was not paid here, so nothing can be refunded.' },
  'which-payment': { status: 400, field: 'paymentId', sentence: 'There are several payments; name one' },
  'owed-by-card': {
    status: 400,
    field: 'owedAgain',
    sentence: 'Not for a card payment on the website',
  },
  'owed-when-cancelled': {
    status: 400,
    field: 'owedAgain',
    sentence: 'Not for a cancelled appointment: nothing is owed for it',
  },
  'not-failed': { status: 409, sentence: 'This refund has not failed. Please look at it again.' },
  'unknown-appointment': { status: 404, sentence: 'There is no such appointment.' },
}
