import type { PatientFound } from '#contract/desk/new-appointment.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { refusals } from '#server/booking/refusals.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { ForPatientRefusal } from './for-patient.ts'

type Reason = Exclude<ForPatientRefusal['reason'], 'already-booked' | 'has-account'>
type Sentence = { status: 400 | 409; field: string; sentence: string }

const sentences: Record<Reason, Sentence> = {
  ...refusalsOf(
    'unknown-treatment',
    'unknown-doctor',
    'doctor-not-there',
    'day-closed',
    'day-past',
    'unknown-slot',
    'too-far-ahead',
    'too-soon',
  ),
  'slot-begun': { status: 400, field: 'slot', sentence: 'This time is over; choose a later one' },
  'past-midnight': {
    status: 400,
    field: 'slot',
    sentence: 'It would end after midnight; choose an earlier start',
  },
  'slot-taken': { status: 409, field: 'slot', sentence: 'This time is taken; choose another one' },
  'unknown-patient': { status: 400, field: 'patient', sentence: 'There is no such patient; search again' },
  'other-request': {
    status: 409,
    field: 'requestId',
    sentence: 'This request id has already booked a different appointment; look at the day, then start again',
  },
}

/** Returns the problem for a refusal, which names the field. */
export function problemOf(refusal: Exclude<ForPatientRefusal, { reason: 'has-account' }>): ProblemError {
  const { status, field, sentence } = refusal.reason === 'already-booked' ? clash(refusal) : sentences[refusal.reason]
  return new ProblemError(status, `${sentence}.`, { code: refusal.reason, errors: { [field]: sentence } })
}

/** Returns the problem for a new patient whose email has an account. */
export function hasAccount(patient: PatientFound): ProblemError {
  return new ProblemError(409, `${patient.email} already has an account: ${patient.name}.`, {
    code: 'has-account',
    patient,
  })
}

function clash({ booking }: Extract<ForPatientRefusal, { reason: 'already-booked' }>): Sentence {
  const { patientName, treatment, date, slot } = booking
  const when = `${formatMediumDate(date as IsoDate)}, ${slot}`
  return { status: 409, field: 'slot', sentence: `${patientName} already has an appointment: ${treatment} on ${when}` }
}

function refusalsOf<Name extends keyof typeof refusals>(...names: Name[]) {
  const entries = names.map((name) => [name, { status: 400, ...refusals[name] }])
  // The type of Object.fromEntries does not keep the names.
  return Object.fromEntries(entries) as Record<Name, Sentence>
}
