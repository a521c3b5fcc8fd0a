import type { AppointmentStatus } from '#contract/desk/day.ts'
import { inSentences, type Locale } from '#contract/kit/locale.ts'
import type { Refused } from '#contract/kit/outcome.ts'
import { formatDay } from '#contract/kit/time/shown-date.ts'
import { showPeriod } from '#contract/kit/time/shown-period.ts'
import { offerRefusals } from '#server/booking/refusals.ts'
import type { Refusals } from '#server/http/refusal.ts'
import type { LikelyDuplicate } from '#server/patient/add.ts'
import type { OverLimit } from '#server/payment/refund/limit.ts'
import { overLimitAnswer } from '#server/payment/refund/refusals.ts'
import type { ResolutionRefusal } from './attention.ts'
import type { StaffCancelRefusal } from './cancel.ts'
import type { ForPatientRefusal } from './for-patient.ts'
import type { MarkRefusal } from './mark-status.ts'
import type { StaffMoveRefusal } from './move.ts'
import type { TreatmentRefusal } from './treatment.ts'

const states: Record<AppointmentStatus, string> = {
  booked: 'as booked',
  arrived: 'as arrived',
  done: 'as done',
  'no-show': 'as a no-show',
  cancelled: 'as cancelled',
}

const unknownAppointment = { status: 404, sentence: 'There is no such appointment.' }
const pastMidnight = { status: 400, field: 'slot', sentence: 'It would end after midnight; choose an earlier start' }

const otherLength = {
  status: 400,
  field: 'slot',
  sentence: 'The treatment has another length; let the slot end when the treatment does',
}

const doctorNeeded = { status: 400, field: 'doctor', sentence: 'Choose the dentist who takes it' }

/** The answers to a status that is not changed. */
export const markRefusals: Refusals<MarkRefusal> = {
  'unknown-appointment': unknownAppointment,
  'no-such-step': { status: 409, sentence: 'An appointment in this state can’t be marked like that.' },
  'before-its-day': { status: 409, sentence: 'Patients can arrive from the day of their appointment on.' },
  'not-begun': { status: 409, sentence: 'This appointment has not begun yet.' },
  'status-changed': {
    status: 409,
    sentence: ({ status }) =>
      `Somebody else has changed this appointment meanwhile: it is marked ${states[status]} now.`,
  },
}

/** The answers to a note that is not saved. */
export const noteRefusals: Refusals<{ reason: 'unknown-appointment' | 'note-changed' }> = {
  'unknown-appointment': unknownAppointment,
  'note-changed': {
    status: 409,
    sentence: 'Somebody else has changed this note meanwhile. Nothing was saved; look at theirs first.',
  },
}

/** The answers to staff who can't move an appointment. */
export const moveRefusals: Refusals<{ reason: StaffMoveRefusal }> = {
  ...offerRefusals,
  'unknown-appointment': unknownAppointment,
  'past-midnight': pastMidnight,
  'other-length': otherLength,
  'doctor-needed': doctorNeeded,
  cancelled: { status: 409, sentence: 'This appointment is cancelled. Nothing was changed.' },
  over: { status: 409, sentence: 'This appointment is over. Undo that first, then move it.' },
  arrived: {
    status: 409,
    sentence: 'The patient is here, so the appointment can only move within its day. Undo “Arrived” first.',
  },
  'slot-taken': {
    status: 409,
    sentence: 'This time is not free, or no longer. Nothing was changed; choose another one.',
  },
  'own-appointment': {
    status: 409,
    sentence:
      'The patient has another appointment at this time, or for this treatment on this day. Nothing was changed; choose another time, or say why it may break the rules.',
  },
}

/** The answers to a treatment that is not changed. */
export const treatmentRefusals: Refusals<{ reason: TreatmentRefusal } | OverLimit> = {
  ...moveRefusals,
  over: { status: 409, sentence: 'This appointment is over. Undo that first, then change its treatment.' },
  'treatment-changed': {
    status: 409,
    sentence: 'Somebody else has changed the treatment meanwhile. Nothing was changed; look at it again.',
  },
  'no-show': { status: 409, sentence: 'The patient did not come. Undo “No-show” first.' },
  'below-paid': {
    status: 409,
    field: 'price',
    sentence: 'More than that was paid. Refund the difference first: that lowers the price too',
  },
  'over-limit': overLimitAnswer,
}

/** The answers to staff who can't cancel an appointment. */
export const cancelRefusals: Refusals<{ reason: StaffCancelRefusal } | OverLimit> = {
  cancelled: { status: 409, sentence: 'This appointment is already cancelled.' },
  done: { status: 409, sentence: 'This appointment is done, so it can’t be cancelled. You can still refund it.' },
  'not-paid': { status: 409, sentence: 'This appointment was not paid here, so nothing can be refunded.' },
  'not-refundable': { status: 409, sentence: 'This payment can’t be refunded here, so nothing was changed.' },
  'too-much': { status: 400, field: 'refund', sentence: 'More than is left of this payment' },
  'over-limit': overLimitAnswer,
}

/** The answers to an appointment that staff can't book. */
export const forPatientRefusals = (
  locale: Locale,
): Refusals<Exclude<ForPatientRefusal, LikelyDuplicate> | Refused<'too-soon' | 'too-far-ahead'>> => ({
  ...offerRefusals,
  'slot-begun': { status: 400, field: 'slot', sentence: 'This time is over; choose a later one' },
  'past-midnight': pastMidnight,
  'other-length': otherLength,
  'doctor-needed': doctorNeeded,
  'slot-taken': { status: 409, field: 'slot', sentence: 'This time is taken; choose another one' },
  'unknown-patient': { status: 400, field: 'patient', sentence: 'There is no such patient; search again' },
  'other-request': {
    status: 409,
    field: 'requestId',
    sentence: 'This request id has already booked a different appointment; look at the day, then start again',
  },
  'already-booked': {
    status: 409,
    field: 'slot',
    sentence: ({ booking: { patientName, treatment, date, slot } }) =>
      `${patientName} already has an appointment: ${treatment} on ${formatDay(date, inSentences(locale))}, ${showPeriod(slot, inSentences(locale))}; choose another day or time, or book outside the rules`,
  },
})

/** The answer to a new patient who is probably there already. */
export const duplicateRefusals: Refusals<LikelyDuplicate> = {
  'likely-duplicate': {
    status: 409,
    sentence: ({ duplicates: [first, ...others] }) =>
      others.length === 0
        ? `${first?.name ?? 'Somebody'} is probably the same person.`
        : 'These patients are probably the same person.',
  },
}

/** The answers to an appointment that needs attention and is not resolved. */
export const resolutionRefusals: Refusals<{ reason: ResolutionRefusal } | OverLimit> = {
  'unknown-appointment': {
    status: 404,
    sentence: 'There is no such upcoming appointment. Somebody else may have moved, kept or cancelled it.',
  },
  'resolved-already': {
    status: 409,
    sentence: 'Somebody else has moved, kept or cancelled this appointment meanwhile.',
  },
  'time-not-free': {
    status: 409,
    sentence: 'This time is not free, or no longer. Nothing was changed; choose another one.',
  },
  'not-refundable': {
    status: 409,
    sentence: 'The payment of this appointment can’t be refunded here. Move the appointment or keep it.',
  },
  'over-limit': overLimitAnswer,
}

/** The answer to a call that is not in the list. */
export const callRefusals: Refusals<{ reason: 'unknown-call' }> = {
  'unknown-call': { status: 404, sentence: 'There is no such call, or somebody else has noted it meanwhile.' },
}
