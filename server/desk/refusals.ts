import type { AppointmentStatus } from '#contract/desk/day.ts'
import { refusals } from '#server/booking/refusals.ts'
import { invalid, ProblemError } from '#server/http/problem.ts'
import type { DeskRefusal } from './change.ts'

type Conflict = Exclude<
  DeskRefusal['reason'],
  keyof typeof refusals | 'status-changed' | 'unknown-appointment' | 'past-midnight'
>

const sentences: Record<Conflict, string> = {
  'no-such-step': 'An appointment in this state can’t be marked like that.',
  'before-its-day': 'Patients can arrive from the day of their appointment on.',
  'not-begun': 'This appointment has not begun yet.',
  'note-changed': 'Somebody else has changed this note meanwhile. Nothing was saved; look at theirs first.',
  cancelled: 'This appointment is cancelled. Nothing was changed.',
  over: 'This appointment is over. Undo that first, then move it.',
  arrived: 'The patient is here, so the appointment can only move within its day. Undo “Arrived” first.',
  'slot-taken': 'This time is not free, or no longer. Nothing was changed; choose another one.',
  'own-appointment':
    'The patient has another appointment at this time, or for this treatment on this day. Nothing was changed.',
}

const states: Record<AppointmentStatus, string> = {
  booked: 'as booked',
  arrived: 'as arrived',
  done: 'as done',
  'no-show': 'as a no-show',
  cancelled: 'as cancelled',
}

/** Returns the problem for a refusal: a 400 that names the field, a 404 or a 409. */
export function problemOf(refusal: DeskRefusal): ProblemError {
  if (refusal.reason === 'unknown-appointment') return new ProblemError(404, 'There is no such appointment.')
  if (refusal.reason === 'status-changed') {
    const { status } = refusal
    const sentence = `Somebody else has changed this appointment meanwhile: it is marked ${states[status]} now.`
    return new ProblemError(409, sentence, { code: refusal.reason })
  }
  const { reason } = refusal
  if (reason === 'past-midnight') return invalid({ slot: 'It would end after midnight; choose an earlier start' })
  if (isConflict(reason)) return new ProblemError(409, sentences[reason], { code: reason })
  const { field, sentence } = refusals[reason]
  return invalid({ [field]: sentence })
}

function isConflict(reason: string): reason is Conflict {
  return Object.hasOwn(sentences, reason)
}
