import type { ErasureRefusal } from '#contract/privacy/personal-data.ts'
import type { Refusals } from '#server/http/refusal.ts'

/** The answer to an email without an account. */
export const personRefusals: Refusals<{ reason: 'unknown' }> = {
  unknown: { status: 404, sentence: 'There is no account with this email address.' },
}

/** The answer to staff who name a patient that is not there, or who has an account of their own. */
export const patientRefusals: Refusals<{ reason: 'unknown' | 'own-account' }> = {
  unknown: { status: 404, sentence: 'There is no such patient.' },
  'own-account': {
    status: 409,
    sentence: 'This patient has an account of their own. Export or erase the account.',
  },
}

/** The answers to an erasure that is refused. */
export const erasureRefusals: Refusals<{ reason: ErasureRefusal | 'unknown' }> = {
  ...personRefusals,
  'own-account': patientRefusals['own-account'],
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

/** The answers to staff who can't erase a patient without an account. */
export const patientErasureRefusals: Refusals<{ reason: ErasureRefusal | 'unknown' }> = {
  ...erasureRefusals,
  ...patientRefusals,
  'upcoming-appointments': {
    status: 409,
    sentence: 'There are upcoming appointments. Cancel them first, then erase the patient.',
  },
  'refund-under-way': {
    status: 409,
    sentence: 'A refund is on its way to the card. Erase the patient once it has arrived.',
  },
}
