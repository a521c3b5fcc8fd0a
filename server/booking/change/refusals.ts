import { invalid, ProblemError } from '#server/http/problem.ts'
import { refusals } from '../refusals.ts'
import type { CancelOutcome, MoveRefusal, StaffCancelOutcome } from './change.ts'

type Reason = MoveRefusal | Extract<CancelOutcome | StaffCancelOutcome, { ok: false }>['reason']
type Conflict = Exclude<Reason, keyof typeof refusals | 'too-much'>

const sentences: Record<Conflict, string> = {
  cancelled: 'This appointment is already cancelled, or the clinic has changed it. Please look at your appointments.',
  begun: 'This appointment has begun, so it can’t be changed here.',
  'too-late': 'It is too late to change this appointment here. Please call us.',
  'slot-taken': 'This time has just been taken. Nothing was changed; choose another one.',
  'own-appointment': 'You already have an appointment then. Nothing was changed; choose another time.',
  done: 'This appointment is done, so it can’t be cancelled. You can still refund it.',
  'not-paid': 'This appointment was not paid here, so nothing can be refunded.',
  'not-refundable': 'This payment can’t be refunded here, so nothing was changed. Please call us.',
}

/** Returns the problem for a reason: a 400 that names the field, or a 409. */
export function problemOf(reason: Reason): ProblemError {
  if (isConflict(reason)) return new ProblemError(409, sentences[reason], { code: reason })
  if (reason === 'too-much') return invalid({ refund: 'More than is left of this payment' })
  const { field, sentence } = refusals[reason]
  return invalid({ [field]: sentence })
}

function isConflict(reason: Reason): reason is Conflict {
  return Object.hasOwn(sentences, reason)
}
