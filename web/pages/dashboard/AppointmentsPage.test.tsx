import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Booking } from '#contract/booking/booking.ts'
import { accountQuery } from '#web/api/account.ts'
import { splitByTime } from './AppointmentsList.tsx'
import { Unconfirmed } from './AppointmentsPage.tsx'

/** Renders the note of an account; of one that is not known yet without `emailConfirmed`. */
function render(emailConfirmed?: boolean) {
  const client = new QueryClient()
  if (emailConfirmed !== undefined)
    client.setQueryData(accountQuery.queryKey, { emailConfirmed, password: 'own', secondFactor: 'off' })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Unconfirmed />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('an unconfirmed account reads that the clinic’s appointments are hidden, whether there are any or not', () => {
  expect(render(false)).toMatch(
    /Appointments that the clinic makes for you show here once your email is confirmed\..*<a [^>]*href="\/dashboard\/account"/,
  )
})

test('a confirmed account, and one that is not known yet, read nothing', () => {
  expect([render(true), render()]).toEqual(['', ''])
})

const morning = '08.00 AM - 08.30 AM'
const noon = '12.00 PM - 12.30 PM'
const afternoon = '01.00 PM - 01.30 PM'

const at = (date: string, slot: string): Booking => ({
  _id: '00000000-0000-4000-8000-000000000001',
  treatmentId: '00000000-0000-4000-8000-000000000002',
  treatment: 'Teeth Cleaning',
  date,
  slot,
  price: 59,
  patient: 'ada@example.com',
  patientName: 'Ada',
  phone: '',
})
const times = (bookings: Booking[]) => bookings.map(({ date, slot }) => [date, slot])

test('upcoming bookings are sorted soonest first, earlier ones latest first', () => {
  const list = [
    at('Jan 2, 2027', morning),
    at('Nov 21, 2026', afternoon),
    at('Nov 21, 2026', noon),
    at('Nov 9, 2026', morning),
    at('Nov 20, 2026', morning),
    at('Nov 20, 2026', afternoon),
  ]
  const { upcoming, earlier } = splitByTime(list, '2026-11-21', 0)
  expect(times(upcoming)).toEqual([
    ['Nov 21, 2026', noon],
    ['Nov 21, 2026', afternoon],
    ['Jan 2, 2027', morning],
  ])
  expect(times(earlier)).toEqual([
    ['Nov 20, 2026', afternoon],
    ['Nov 20, 2026', morning],
    ['Nov 9, 2026', morning],
  ])
})

test('a booking is upcoming until it ends', () => {
  const list = [at('Nov 21, 2026', morning)]
  expect(splitByTime(list, '2026-11-21', 8 * 60 + 29).upcoming).toHaveLength(1)
  expect(splitByTime(list, '2026-11-21', 8 * 60 + 30).earlier).toHaveLength(1)
})
