import type { BookingAnswer } from '#contract/booking.ts'
import { formatDollars } from '#contract/kit/money.ts'
import { ApiError, messageFor } from '#web/api/http/errors.ts'

/** What the patient is told of the server's answer. The first two texts are the specification's, letter for letter. */
export function outcomeOf(answer: BookingAnswer): { kind: 'success' | 'error'; text: string } {
  const { date, slot } = answer.booking
  if (answer.success) return { kind: 'success', text: `Appointment is set, ${date} at ${slot}` }
  if (answer.reason === 'slot-taken') {
    return { kind: 'error', text: `Sorry, ${slot} on ${date} has just been taken.` }
  }
  if (answer.reason === 'price-changed') return { kind: 'error', text: priceChanged(answer.price) }
  return { kind: 'error', text: `Already have and appointment on ${date} at ${slot}` }
}

/** Why the booking got no answer, and whether the same request may work later. A field's problem says more than the problem as a whole. */
export function failureOf(error: unknown): { text: string; isTemporary: boolean } {
  const status = error instanceof ApiError ? error.problem.status : 0
  const isTemporary = status < 400 || status === 429 || status >= 500
  if (isTemporary) return { text: `${messageFor(error)} Your time and phone number are kept.`, isTemporary }
  const [ofField] = error instanceof ApiError ? Object.values(error.problem.errors ?? {}) : []
  return { text: ofField ?? messageFor(error), isTemporary }
}

function priceChanged(price: number | undefined): string {
  const now = price === undefined ? 'has changed' : `is now ${formatDollars(price)}`
  return `The price ${now}. Nothing was booked. Please check the new price and book again.`
}
