import { matchPath } from 'react-router'
import { pages } from '#contract/site/pages.ts'

/** For visitors whom a page for admins signed out. */
export const adminsOnly = 'Log in as an admin to open this page.'

const reasons: readonly (readonly [string, string])[] = [
  [pages.appointment, 'Log in or create an account to see free times.'],
  [pages.dashboard, 'Log in to see your appointments.'],
  [pages.reviews, 'Log in to see your reviews.'],
  [pages.history, 'Log in to see your history.'],
  [pages.account, 'Log in to see your account.'],
  [pages.payment, 'Log in to pay for your appointment.'],
  [pages.receipt, 'Log in to see your receipt.'],
  [pages.users, adminsOnly],
  [pages.addDoctor, adminsOnly],
  [pages.manageDoctors, adminsOnly],
  [pages.activity, adminsOnly],
]

/** Says why the page at `from` asks for a sign-in; undefined for a page that is open to everyone. */
export function signInReason(from: string): string | undefined {
  const [path = ''] = from.split(/[?#]/)
  return reasons.find(([pattern]) => matchPath(pattern, path))?.[1]
}
