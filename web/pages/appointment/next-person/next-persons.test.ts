import { expect, test } from 'vitest'
import type { Booking } from '#contract/booking/booking.ts'
import type { AccountPatient } from '#contract/patient/account-patient.ts'
import { nextPersonInWords, nextPersons } from './next-persons.ts'

const person = (_id: string, relation: AccountPatient['relation'] = 'child'): AccountPatient => ({
  ...{ _id, name: _id, relation, birthDate: '', phones: [], language: '', contact: 'email' },
  ...{ isEditable: true, others: [] },
})
const booking = (patientId: string, change: Partial<Booking> = {}): Booking => ({
  ...{ _id: `${patientId}-1`, treatmentId: 'cleaning', treatment: 'Teeth Cleaning', date: 'Dec 10, 2026' },
  ...{
    slot: '08.00 AM - 08.30 AM',
    price: 59,
    patient: 'mia@example.com',
    patientId,
    patientName: patientId,
    phone: '',
  },
  ...change,
})
const [self, ben, leo, partner] = [person('Mia', 'self'), person('Ben'), person('Leo'), person('Kim', 'partner')]
const idsOf = (persons: AccountPatient[]) => persons.map(({ _id }) => _id)

test('the next are the others for whom the account acts, without its owner', () => {
  expect(idsOf(nextPersons(booking('Ben'), { persons: [self, ben, leo, partner], bookings: [] }))).toEqual([
    ...['Leo', 'Kim'],
  ])
  expect(nextPersons(booking('Mia'), { persons: [self, ben], bookings: [] })).toEqual([])
  expect(nextPersons(booking('Ben'), { persons: [self, ben], bookings: [] })).toEqual([])
  expect(nextPersons(booking('Ben'), { persons: undefined, bookings: undefined })).toEqual([])
})

test('who has the treatment on that day is left out, unless it was cancelled', () => {
  const next = (...bookings: Booking[]) => idsOf(nextPersons(booking('Ben'), { persons: [self, ben, leo], bookings }))
  expect(next(booking('Leo'))).toEqual([])
  expect(next(booking('Leo', { cancelledAt: '2026-12-01T12:00:00Z' }))).toEqual(['Leo'])
  expect(next(booking('Leo', { date: 'Dec 11, 2026' }))).toEqual(['Leo'])
  expect(next(booking('Leo', { treatmentId: 'filling' }))).toEqual(['Leo'])
})

test.each([
  [[ben], 'Book for Ben too'],
  [[ben, leo], 'Book the next time for another child'],
  [[ben, partner], 'Book the next time for somebody else'],
])('%#: the way to the next booking is named', (persons, words) => {
  expect(nextPersonInWords(persons)).toBe(words)
})
