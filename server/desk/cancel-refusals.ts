import { invalid, ProblemError } from '#server/http/problem.ts'
import type { StaffCancelOutcome } from './cancel.ts'

type Reason = Extract<StaffCancelOutcome, { ok: false }>['reason']

const sentences: Record<Exclude<Reason, 'too-much'>, string> = {
  cancelled: 'This appointment is already cancelled.',
  done: 'This appointment is done, so it can’t be cancelled. You can still refund it.',
  'not-paid': 'This appointment was not paid here, so nothing can be refunded.',
  'not-refundable': 'This payment can’t be refunded here, so nothing was changed.',
}

/** Returns the problem for a reason: a 400 that names the field, or a 409. */
export function problemOf(reason: Reason): ProblemError {
  if (reason === 'too-much') return invalid({ refund: 'More than is left of this payment' })
  return new ProblemError(409, sentences[reason], { code: reason })
}
