import { expect, test } from 'vitest'
import { bookAgainPath } from './book-again.ts'

test('an appointment is booked again with its treatment and its dentist, if it had one', () => {
  expect(bookAgainPath({ treatmentId: 'a', doctorId: 'b' })).toBe('/appointment?treatment=a&doctor=b')
  expect(bookAgainPath({ treatmentId: 'a' })).toBe('/appointment?treatment=a')
  expect(bookAgainPath({ treatmentId: 'a' }, '2026-11-27')).toBe('/appointment?date=2026-11-27&treatment=a')
})
