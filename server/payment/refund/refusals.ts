import { invalid, ProblemError } from '#server/http/problem.ts'
import type { RefundOutcome } from './refund.ts'

type Reason = Exclude<RefundOutcome, number> | 'not-paid' | 'not-failed'

const sentences: Record<Exclude<Reason, 'too-much'>, string> = {
  unknown: 'This payment was not made through this website’s account, so it can’t be refunded here.',
  'other-request':
    'This request id belongs to a different refund. Nothing was refunded; look at this payment’s refunds, then start again.',
  'not-paid': 'This appointment was not paid here, so nothing can be refunded.',
  'not-failed': 'This refund has not failed. Please look at it again.',
}

/** Returns the problem for a reason: a 400 that names the field, or a 409. */
export function refundProblem(reason: Reason): ProblemError {
  if (reason === 'too-much') return invalid({ amount: 'More than is left of this payment' })
  return new ProblemError(409, sentences[reason], { code: reason })
}
