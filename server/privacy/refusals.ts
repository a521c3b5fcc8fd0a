import type { ErasureRefusal } from '#contract/privacy/personal-data.ts'
import type { Refusals } from '#server/http/refusal.ts'

/** The answer to an email without an account. */
export const personRefusals: Refusals<{ reason: 'unknown' }> = {
  unknown: { status: 404, sentence: 'There is no account with this email address.' },
}

/** The answers to an erasure that is refused. */
export const erasureRefusals: Refusals<{ reason: ErasureRefusal | 'unknown' }> = {
  ...personRefusals,
  'staff-account': {
    status: 409,
    sentence: 'This is an account of the clinic’s staff. Another admin must end its role first.',
  },
  'upcoming-appointments': {
    status: 409,
    sentence: 'There are upcoming appointments. Cancel them first, then erase the account.',
  },
  'refund-under-way': {
    status: 409,
    sentence: 'A refund is on its way to your card. Erase the account once it has arrived.',
  },
}
