import { expect, test } from 'vitest'
import { destinationOf, googleReturn } from './use-origin.ts'

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
