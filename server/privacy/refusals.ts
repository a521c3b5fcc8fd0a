import type { ErasureRefusal } from '#contract/privacy/personal-data.ts'
import { ProblemError } from '#server/http/problem.ts'

const sentences: Record<ErasureRefusal, string> = {
  'staff-account': 'This is an account of the clinic’s staff. Another admin must take its admin role away first.',
  'upcoming-appointments': 'There are upcoming appointments. Cancel them first, then erase the account.',
  'refund-under-way': 'A refund is on its way to your card. Erase the account once it has arrived.',
}

/** Returns the problem of an erasure that is refused. */
export function refusedErasure(reason: ErasureRefusal): ProblemError {
  return new ProblemError(409, sentences[reason], { code: reason })
}

/** Returns the problem of an email without an account. */
export function unknownPerson(): ProblemError {
  return new ProblemError(404, 'There is no account with this email address.')
}
