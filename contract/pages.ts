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

/** Pages whose HTML is made when the site is built; the others start from one empty shell. */
export const prerendered: readonly string[] = [pages.home, pages.about, pages.login, pages.signup, pages.forgotPassword]

/** Pages that search engines may show; the others are for the person who opens them. */
export const indexed: readonly string[] = [pages.home, pages.about]
