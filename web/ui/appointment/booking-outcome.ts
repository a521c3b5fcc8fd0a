import type { BookingAnswer } from '#contract/booking/booking.ts'
import { ApiError, refusalOf, UnansweredError } from '#web/api/http/errors.ts'
import { dateInText, slotInText } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'

type Refused = Extract<BookingAnswer, { success: false }>

/** The sentence for each reason. Without a reason the patient already has a booking at that time. */
const refusals: Record<NonNullable<Refused['reason']> | 'already-booked', (answer: Refused) => string> = {
  // The specification's, letter for letter.
  'already-booked': ({ booking: { date, slot } }) =>
    `Already have and appointment on ${dateInText(date)} at ${slotInText(slot)}`,
  'slot-taken': ({ booking: { date, slot } }) =>
    `Sorry, ${slotInText(slot)} on ${dateInText(date)} has just been taken.`,
  'price-changed': ({ price }) => {
    const now = price === undefined ? 'has changed' : `is now ${formatDollars(price)}`
    return `The price ${now}. Nothing was booked. Please check the new price and book again.`
  },
}

/** Returns the message for the server's answer. */
export function outcomeOf(answer: BookingAnswer): { kind: 'success' | 'error'; text: string } {
  if (!answer.success) return { kind: 'error', text: refusals[answer.reason ?? 'already-booked'](answer) }
  const { date, slot } = answer.booking
  return { kind: 'success', text: `Appointment is set, ${dateInText(date)} at ${slotInText(slot)}` }
}

const unconfirmed = 'We couldn’t confirm your booking. Check My Appointments before trying again.'

/** Returns the message for a failed request, and whether a retry may work. */
export function failureOf(error: unknown): { text: string; isTemporary: boolean } {
  const status = error instanceof ApiError ? error.problem.status : 0
  const isTemporary = status < 400 || status === 429 || status >= 500
  const kept = isTemporary ? ' Your time and phone number are kept.' : ''
  return { text: `${error instanceof UnansweredError ? unconfirmed : refusalOf(error)}${kept}`, isTemporary }
}
