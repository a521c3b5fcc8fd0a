import { afterEach, expect, test, vi } from 'vitest'
import type { Booking } from '#contract/booking/booking.ts'
import { offlinePage } from './keep.ts'

const now = new Date('2026-12-01T14:12:00Z')
const person = { name: 'Ada Lindqvist', until: new Date('2026-12-31T00:00:00Z') }
const booked = (more: Partial<Booking>): Booking => ({
  ...{ _id: '1', treatmentId: '2', treatment: 'Teeth Cleaning', patient: 'ada@example.com', phone: '', price: 59 },
  ...{ date: 'Dec 7, 2026', slot: '08.00 AM - 08.30 AM', patientName: person.name, doctor: 'Dr. Okafor' },
  ...more,
})

afterEach(() => vi.unstubAllEnvs())

test('the page names the next appointment, and until when it is that', () => {
  const { html, untilMs } = offlinePage(
    [
      booked({ date: 'Dec 9, 2026', treatment: 'Cavity Filling' }),
      booked({}),
      booked({ date: 'Dec 2, 2026', treatment: 'Oral Surgery', cancelledAt: '2026-11-30T09:00:00Z' }),
      booked({ date: 'Nov 30, 2026', treatment: 'Teeth Whitening' }),
    ],
    person,
    now,
  )
  expect(html).toContain('Monday, Dec 7, 8:00 AM')
  expect(html).toContain('>Teeth Cleaning with Dr. Okafor<')
  expect(html).toContain('As of Dec 1, 9:12 AM.')
  expect(html).not.toMatch(/Filling|Surgery|Whitening|Ada|example/)
  expect(new Date(untilMs).toISOString()).toBe('2026-12-07T13:30:00.000Z')
})

test('an appointment that has begun stays until its end', () => {
  const slot = '09.00 AM - 09.30 AM'
  expect(offlinePage([booked({ date: 'Dec 1, 2026', slot })], person, now).html).toContain('Tuesday, Dec 1, 9:00 AM')
})

test('another patient of the account is named, and a year that is far off', () => {
  const { html } = offlinePage([booked({ date: 'Nov 30, 2027', patientName: 'Ben' })], person, now)
  expect(html).toContain('Teeth Cleaning for Ben with Dr. Okafor')
  expect(html).toContain('Tuesday, November 30, 2027, 8:00 AM')
})

test('what the page says of a person ends with their session', () => {
  const { untilMs } = offlinePage([booked({ date: 'Jan 7, 2027' })], person, now)
  expect(untilMs).toBe(person.until.getTime())
  expect(offlinePage([], person, now).untilMs).toBe(person.until.getTime())
  expect(offlinePage([], person, now).html).toContain('No upcoming appointment')
})
