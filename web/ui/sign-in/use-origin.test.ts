import { expect, test } from 'vitest'
import { pages } from '#contract/site/pages.ts'
import { destinationOf, googleReturn, signInReason } from './use-origin.ts'

const ada = { email: 'ada@example.com', name: 'Ada', until: new Date() }
const admin = { ...ada, role: 'admin' as const }

test.each([
  ['without an origin', {}, ada, '/'],
  ['back to a page of patients', { from: '/dashboard/history' }, ada, '/dashboard/history'],
  ['back to an admin page', { from: '/dashboard/users?sort=newest' }, ada, '/dashboard/users?sort=newest'],
  [
    'an admin, after an admin page signed somebody out',
    { from: '/dashboard/users', barred: true },
    admin,
    '/dashboard/users',
  ],
  ['a receptionist without an origin', {}, { ...ada, role: 'receptionist' }, '/dashboard/day'],
  ['an accountant without an origin', {}, { ...ada, role: 'accountant' }, '/dashboard/reports'],
  ['a dentist, after that', { from: '/dashboard/users', barred: true }, { ...ada, role: 'dentist' }, '/dashboard/day'],
  ['a patient, after that', { from: '/dashboard/users', barred: true }, ada, '/'],
  ['a patient who asked for another page after that', { from: '/dashboard', barred: true }, ada, '/dashboard'],
] as const)('%s', (_what, origin, person, path) => expect(destinationOf(origin, person)).toBe(path))

test('after an admin page signed somebody out, Google sends people to the login, which decides', () => {
  expect(googleReturn({ from: '/dashboard/users' })).toBe('/dashboard/users')
  expect(googleReturn({ from: '/dashboard/users', barred: true })).toBe('/login?from=%2Fdashboard%2Fusers&barred=')
})

const open: readonly string[] = [
  pages.home,
  pages.about,
  pages.privacy,
  pages.login,
  pages.signup,
  pages.setup,
  pages.secondFactor,
  pages.forgotPassword,
  pages.resetPassword,
  pages.claimAccount,
  pages.newEmail,
  pages.verifyEmail,
  pages.invitation,
  pages.yourAppointment,
  pages.payAppointment,
  pages.recall,
  pages.earlierTime,
  pages.dentists,
]

test.each(Object.values(pages))('%s has a reason exactly if it needs a sign-in', (page) => {
  expect(signInReason(page) === undefined).toBe(open.includes(page))
})

test('the query and the id in an address are ignored', () => {
  expect(signInReason('/appointment?date=2026-11-21')).toBe('Log in or create an account to see free times.')
  expect(signInReason('/dashboard/payment/42')).toBe('Log in to pay for your appointment.')
})
