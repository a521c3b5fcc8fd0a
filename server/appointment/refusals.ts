import { formatMoment } from '#contract/kit/time/clinic-date.ts'
import { refusals } from '#server/booking/refusals.ts'
import { invalid, ProblemError } from '#server/http/problem.ts'
import type { CancelRefusal, MoveRefusal } from './change.ts'

type Refusal = MoveRefusal | CancelRefusal
type Conflict = Exclude<Refusal['reason'], keyof typeof refusals>

/** What the sentences need of the clinic. */
export type ClinicContact = { phone: string; timeZone: string }

const sentences: Record<Exclude<Conflict, 'too-late'>, (phone: string) => string> = {
  cancelled: () =>
    'This appointment is already cancelled, or the clinic has changed it. Please look at your appointments.',
  begun: () => 'This appointment has begun, so it can’t be changed here.',
  'slot-taken': () => 'This time has just been taken. Nothing was changed; choose another one.',
  'own-appointment': () => 'You already have an appointment then. Nothing was changed; choose another time.',
  'not-refundable': (phone) =>
    `This payment can’t be refunded here, so nothing was changed. Please call us at ${phone}.`,
}

/** Returns the problem for a refusal: a 400 that names the field, or a 409. */
export function problemOf(refusal: Refusal, clinic: ClinicContact): ProblemError {
  const { reason } = refusal
  if (reason === 'too-late') return new ProblemError(409, tooLate(refusal.until, clinic), { code: reason })
  if (isConflict(reason)) return new ProblemError(409, sentences[reason](clinic.phone), { code: reason })
  const { field, sentence } = refusals[reason]
  return invalid({ [field]: sentence })
}

function tooLate(until: Date | undefined, { phone, timeZone }: ClinicContact) {
  if (!until) return `It’s too late to cancel this appointment here. Please call us at ${phone}, or move it.`
  return `You could cancel this appointment here until ${formatMoment(until, timeZone)}. Please call us at ${phone}, or move it.`
}

function isConflict(reason: Refusal['reason']): reason is keyof typeof sentences {
  return Object.hasOwn(sentences, reason)
}
