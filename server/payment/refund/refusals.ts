import type { Refusals } from '#server/http/refusal.ts'

/** What receptionists read who want to refund more than the clinic lets them. */
export const overLimit = 'This is more than receptionists may refund. Nothing was changed; an admin can do it.'

/** The answers to a refund that was not requested, or not again. */
export const refundRefusals: Refusals<{
  reason:
    | 'unknown'
    | 'whole-amount'
    | 'too-much'
    | 'over-limit'
    | 'other-request'
    | 'not-paid'
    | 'not-failed'
    | 'owed-by-card'
    | 'which-payment'
    | 'unknown-appointment'
}> = {
  'whole-amount': { status: 400, field: 'amount', sentence: 'This currency has no decimals' },
  'too-much': { status: 400, field: 'amount', sentence: 'More than is left of this payment' },
  'over-limit': { status: 403, sentence: overLimit },
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
  'not-failed': { status: 409, sentence: 'This refund has not failed. Please look at it again.' },
  'unknown-appointment': { status: 404, sentence: 'There is no such appointment.' },
}
