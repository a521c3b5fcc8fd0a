import { expect, test } from 'vitest'
import { doctor, clinic as testClinic, treatment } from '#server/testing/calendar/clinic.ts'
import { us } from '#testbed/us.ts'
import { reasonToSignIn } from './sign-in-reason.ts'

const rules = testClinic({
  treatments: [
    { ...treatment('c'), name: 'Teeth Cleaning', priceCents: 59_00 },
    { ...treatment('o'), name: 'Oral Surgery', online: false },
  ],
  doctors: [{ ...doctor('w', ['c']), name: 'Dr. Weber' }],
})
const general = 'Log in or create an account to see free times.'
const slot = encodeURIComponent('08.00 AM - 08.30 AM')

test.each([
  [`?date=2026-12-04&treatment=c&time=${slot}`, 'Teeth Cleaning, Fri, Dec 4, 8:00 AM, $59'],
  ['?treatment=c', 'Teeth Cleaning, $59'],
  ['?treatment=c&date=2026-12-04', 'Teeth Cleaning, $59'],
  ['?treatment=c&doctor=w', 'Teeth Cleaning with Dr. Weber, $59'],
  ['?doctor=w', 'with Dr. Weber'],
])('%s names %s', (query, wanted) => {
  const reason = reasonToSignIn(rules, us, `/appointment${query}`).replaceAll('\u00a0', ' ')
  expect(reason).toBe(`Log in or create an account to book ${wanted}.`)
})

test.each(['', '?treatment=o', '?treatment=<b>', '?doctor=x', `?date=2026-12-04&time=${slot}`, '?date=today'])(
  '/appointment%s names nothing',
  (query) => expect(reasonToSignIn(rules, us, `/appointment${query}`)).toBe(general),
)

test('a treatment and a time are repeated only as the clinic writes them', () => {
  const reason = reasonToSignIn(rules, us, '/appointment?treatment=c&date=2026-12-04&time=call%20555')
  expect(reason).toBe('Log in or create an account to book Teeth Cleaning, $59.')
})

test('other pages, and a clinic whose rules are unknown, have their own reason', () => {
  expect(reasonToSignIn(undefined, us, '/appointment?treatment=c')).toBe(general)
  expect(reasonToSignIn(rules, us, '/dashboard/payment/42?treatment=c')).toBe('Log in to pay for your appointment.')
  expect(reasonToSignIn(rules, us, '/about?treatment=c')).toBe('')
})
