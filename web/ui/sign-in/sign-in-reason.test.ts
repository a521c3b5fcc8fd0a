import { expect, test } from 'vitest'
import { pages } from '#contract/site/pages.ts'
import { signInReason } from './sign-in-reason.ts'

const open: readonly string[] = [
  pages.home,
  pages.about,
  pages.privacy,
  pages.login,
  pages.signup,
  pages.secondFactor,
  pages.forgotPassword,
  pages.resetPassword,
  pages.verifyEmail,
  pages.yourAppointment,
]

test.each(Object.values(pages))('%s has a reason exactly if it needs a sign-in', (page) => {
  expect(signInReason(page) === undefined).toBe(open.includes(page))
})

test('the query and the id in an address are ignored', () => {
  expect(signInReason('/appointment?date=2026-11-21')).toBe('Log in or create an account to see free times.')
  expect(signInReason('/dashboard/payment/42')).toBe('Log in to pay for your appointment.')
})
