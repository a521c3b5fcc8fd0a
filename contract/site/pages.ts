/** Every page of the site. The browser routes by this list and the server answers 404 for a page that is not in it. */
export const pages = {
  home: '/',
  about: '/about',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  appointment: '/appointment',
  dashboard: '/dashboard',
  reviews: '/dashboard/review',
  history: '/dashboard/history',
  account: '/dashboard/account',
  payment: '/dashboard/payment/:id',
  receipt: '/dashboard/receipt/:id',
  users: '/dashboard/users',
  addDoctor: '/dashboard/addDoctor',
  manageDoctors: '/dashboard/manageDoctor',
  activity: '/dashboard/activity',
} as const

/** What an unknown address shows; itself such an address. */
export const unknownPage = '/not-found'

// What they show first depends on the id or the link's token in their address.
const byAddress: readonly string[] = [pages.payment, pages.receipt, pages.resetPassword, pages.verifyEmail]

/** Pages whose HTML is made when the site is built; the others start from one empty shell. */
export const prerendered: readonly string[] = [
  ...Object.values(pages).filter((path) => !byAddress.includes(path)),
  unknownPage,
]

/** Pages whose document may load more than the site's own files, and what (docs/decisions/0015): the card provider, or pictures hosted
 *  elsewhere. */
export const policyOfPage: Readonly<Record<string, 'cards' | 'pictures'>> = {
  [pages.payment]: 'cards',
  [pages.addDoctor]: 'pictures',
  [pages.manageDoctors]: 'pictures',
}

/** Pages that visitors who are not signed in get as plain HTML, without the app. */
export const withoutApp: readonly string[] = [pages.home, pages.about, unknownPage]

/** Pages that search engines may show; the others are for the person who opens them. */
export const indexed: readonly string[] = [pages.home, pages.about, pages.login, pages.signup, pages.appointment]
