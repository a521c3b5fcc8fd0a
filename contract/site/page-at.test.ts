import { expect, test } from 'vitest'
import { pageAt, signInReason } from './page-at.ts'
import { pages } from './pages.ts'

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

test.each([
  ['/Dashboard/', pages.dashboard],
  ['/dashboard/patients/1/merge/2', '/dashboard/patients/:id/merge/:former'],
  ['/dashboard/payment/', undefined],
  ['/dashboard/unknown', undefined],
])('finds the page at %s as the router does', (path, page) => expect(pageAt(path)?.path).toBe(page))
