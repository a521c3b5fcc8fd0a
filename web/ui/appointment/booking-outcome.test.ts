import { expect, test } from 'vitest'
import { bookingAnswer } from '#contract/booking/booking.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { failureOf, outcomeOf } from './booking-outcome.ts'

const booking = { date: 'Nov 24, 2026', slot: '08.00 AM - 08.30 AM' }

test.each([
  [{ booking }, 'Already have and appointment on Nov 24, 2026 at 08.00 AM - 08.30 AM'],
  [{ booking, reason: 'slot-taken' }, 'Sorry, 08.00 AM - 08.30 AM on Nov 24, 2026 has just been taken.'],
  [
    { booking, reason: 'price-changed', price: 59.5 },
    'The price is now $59.50. Nothing was booked. Please check the new price and book again.',
  ],
  [
    { booking, reason: 'price-changed' },
    'The price has changed. Nothing was booked. Please check the new price and book again.',
  ],
])('the refusal %j has its message', (refusal, text) => {
  const answer = bookingAnswer.parse({ success: false, ...refusal })
  expect(outcomeOf(answer)).toEqual({ kind: 'error', text })
})

const refused = (status: number, errors?: Record<string, string>) =>
  new ApiError({ type: 'about:blank', title: 'Refused', status, detail: 'It was refused.', ...(errors && { errors }) })

test('the message of a temporary failure says that the input is kept', () => {
  for (const error of [refused(500), refused(429), new TypeError('Failed to fetch')]) {
    expect(failureOf(error)).toEqual({
      text: expect.stringMatching(/ Your time and phone number are kept\.$/),
      isTemporary: true,
    })
  }
})

test('the message of a refused request is that of its field', () => {
  const text = 'At most 20 upcoming appointments'
  expect(failureOf(refused(400, { date: text }))).toEqual({ text, isTemporary: false })
  expect(failureOf(refused(404))).toEqual({ text: 'It was refused.', isTemporary: false })
})
