import { expect, test } from 'vitest'
import { dentistAt, toDoctorId } from './DentistField.tsx'

const early = '08.00 AM - 08.30 AM'
const late = '04.30 PM - 05.00 PM'
const ida = { _id: 'ida', name: 'Dr. Ida Holm', img: '', slots: [early, late] }
const oskar = { _id: 'oskar', name: 'Dr. Oskar Brandt', img: '', slots: [early] }
const both = [ida, oskar]

test('a patient may choose one of the dentists who are free at that time', () => {
  const any = dentistAt(both, early, undefined)
  expect(any).toEqual({ kind: 'several', free: both, chosen: undefined, missed: undefined })
  expect(toDoctorId(any)).toBeUndefined()
  const named = dentistAt(both, early, 'oskar')
  expect(named).toMatchObject({ chosen: oskar, missed: undefined })
  expect(toDoctorId(named)).toBe('oskar')
})

test('a chosen dentist who is not free at that time gives way to any, and is named', () => {
  const changed = dentistAt(both, late, 'oskar')
  expect(changed).toEqual({ kind: 'several', free: [ida], chosen: undefined, missed: 'Dr. Oskar Brandt' })
  expect(toDoctorId(changed)).toBeUndefined()
  expect(dentistAt(both, early, 'gone')).toMatchObject({ chosen: undefined, missed: undefined })
})

test('the only dentist of the day is booked by name', () => {
  const only = dentistAt([ida], early, undefined)
  expect(only).toEqual({ kind: 'only', doctor: ida })
  expect(toDoctorId(only)).toBe('ida')
})

test('a time without a free dentist, a day without dentists and a failed request name nobody', () => {
  expect(dentistAt([oskar], late, undefined)).toEqual({ kind: 'any' })
  expect(dentistAt([], early, undefined)).toEqual({ kind: 'unassigned' })
  expect(toDoctorId({ kind: 'any' })).toBeUndefined()
  expect(toDoctorId(undefined)).toBeUndefined()
})
