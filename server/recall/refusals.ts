import { offerRefusals } from '#server/booking/refusals.ts'
import type { Refusals } from '#server/http/refusal.ts'
import type { NoRecallBooking } from './book.ts'

/** The answers to somebody who can't book by the link in an invitation. */
export const recallBookingRefusals: Refusals<{ reason: NoRecallBooking }> = {
  ...offerRefusals,
  'slot-taken': { status: 409, sentence: 'This time has just been taken. Nothing was booked; choose another one.' },
  'price-changed': { status: 409, sentence: 'The price has changed. Nothing was booked; look at it again.' },
  'too-many-upcoming': {
    status: 409,
    sentence: 'Your account has as many upcoming appointments as it can have. Please call us.',
  },
  'not-due': { status: 409, sentence: 'This invitation is over. You can book an appointment any time.' },
  'has-appointment': { status: 409, sentence: 'There is an appointment ahead already, so nothing was booked.' },
}

export const recallRefusals: Refusals<{ reason: 'unknown-patient' }> = {
  'unknown-patient': { status: 404, sentence: 'There is no such patient.' },
}
