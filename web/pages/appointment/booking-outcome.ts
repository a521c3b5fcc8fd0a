import type { BookingAnswer } from '#contract/booking.ts'

/** What the person is told of the server's answer; the first two texts are the specification's, letter for letter. */
export function outcomeOf(answer: BookingAnswer): { kind: 'success' | 'error'; text: string } {
  if (answer.success) {
    return { kind: 'success', text: `Appointment is set, ${answer.booking.date} at ${answer.booking.slot}` }
  }
  if (!('reason' in answer)) {
    return { kind: 'error', text: `Already have and appointment on ${answer.booking.date} at ${answer.booking.slot}` }
  }
  if (answer.reason === 'slot-taken') {
    return { kind: 'error', text: `Sorry, ${answer.booking.slot} on ${answer.booking.date} has just been taken.` }
  }
  return {
    kind: 'error',
    text: `The price has changed and is now $${answer.price}. Nothing was booked; please look at it again.`,
  }
}
