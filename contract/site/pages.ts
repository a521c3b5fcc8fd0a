/** What everybody needs to know of a page. Its component, its icon in the menu and its test are all that there is beside this row. */
export interface PageFacts {
  path: string
  /** The component, in web/pages. */
  file: string
  /** Title of the document, before the clinic's name. */
  title: string
  /** Shown by search engines, with this description. The others are for the person who opens them. */
  description?: string
  /** Who may open it. */
  audience: 'everyone' | 'members' | 'admins'
  /** Why it asks to log in; every page has one, except those for everyone. */
  signIn?: string
  /** Label of its entry in the dashboard's menu. */
  menu?: string
  /** What it shows first depends on the id or the link's token in its address, so its HTML can't be made when the site is built. */
  byAddress?: true
  /** To be read: visitors who are not signed in get it as plain HTML. */
  withoutApp?: true
  /** What its document may load beside the site's own files (docs/decisions/0015): the card provider, or pictures hosted elsewhere. */
  policy?: 'cards' | 'pictures'
  /** Shows data of its own, which may arrive late: e2e/site/no-jump.spec.ts says what to wait for. */
  loads?: true
}

/** Why a page for admins asks to log in. */
export const adminsOnly = 'Log in as an admin to open this page.'

/** Every page of the site, one row each (docs/pages.md). */
const pageTable = {
  home: {
    path: '/',
    file: 'home/HomePage.tsx',
    title: 'Your New Smile Starts Here',
    description: 'See free times and prices, and book your dentist appointment online.',
    audience: 'everyone',
    withoutApp: true,
  },
  about: {
    path: '/about',
    file: 'about/AboutPage.tsx',
    title: 'About',
    description: 'This page is under construction. The clinic is open, and you can book right now.',
    audience: 'everyone',
    withoutApp: true,
  },
  login: {
    path: '/login',
    file: 'login/LoginPage.tsx',
    title: 'Login',
    description: 'Log in to book an appointment, see your appointments and pay for them.',
    audience: 'everyone',
  },
  signup: {
    path: '/signup',
    file: 'signup/SignUpPage.tsx',
    title: 'Sign Up',
    description: 'Create an account to book an appointment online. You need a name, an email address and a password.',
    audience: 'everyone',
  },
  forgotPassword: {
    path: '/forgot-password',
    file: 'forgot-password/ForgotPasswordPage.tsx',
    title: 'Forgot password',
    audience: 'everyone',
  },
  resetPassword: {
    path: '/reset-password',
    file: 'reset-password/ResetPasswordPage.tsx',
    title: 'New password',
    audience: 'everyone',
    byAddress: true,
  },
  verifyEmail: {
    path: '/verify-email',
    file: 'verify-email/VerifyEmailPage.tsx',
    title: 'Your email address',
    audience: 'everyone',
    byAddress: true,
  },
  appointment: {
    path: '/appointment',
    file: 'appointment/AppointmentPage.tsx',
    title: 'Appointment',
    description: 'Find a time that suits you, see the price up front and book in about a minute.',
    audience: 'members',
    signIn: 'Log in or create an account to see free times.',
    loads: true,
  },
  dashboard: {
    path: '/dashboard',
    file: 'dashboard/AppointmentsPage.tsx',
    title: 'My Appointments',
    audience: 'members',
    signIn: 'Log in to see your appointments.',
    menu: 'My Appointments',
    loads: true,
  },
  reviews: {
    path: '/dashboard/review',
    file: 'reviews/ReviewsPage.tsx',
    title: 'My Reviews',
    audience: 'members',
    signIn: 'Log in to see your reviews.',
    menu: 'My Reviews',
  },
  history: {
    path: '/dashboard/history',
    file: 'history/HistoryPage.tsx',
    title: 'My History',
    audience: 'members',
    signIn: 'Log in to see your history.',
    menu: 'My History',
  },
  account: {
    path: '/dashboard/account',
    file: 'account/AccountPage.tsx',
    title: 'My Account',
    audience: 'members',
    signIn: 'Log in to see your account.',
    menu: 'My Account',
    loads: true,
  },
  payment: {
    path: '/dashboard/payment/:id',
    file: 'payment/PaymentPage.tsx',
    title: 'Payment',
    audience: 'members',
    signIn: 'Log in to pay for your appointment.',
    byAddress: true,
    policy: 'cards',
    loads: true,
  },
  receipt: {
    path: '/dashboard/receipt/:id',
    file: 'receipt/ReceiptPage.tsx',
    title: 'Receipt',
    audience: 'members',
    signIn: 'Log in to see your receipt.',
    byAddress: true,
    loads: true,
  },
  users: {
    path: '/dashboard/users',
    file: 'users/UsersPage.tsx',
    title: 'All Users',
    audience: 'admins',
    signIn: adminsOnly,
    menu: 'All Users',
    loads: true,
  },
  addDoctor: {
    path: '/dashboard/addDoctor',
    file: 'add-doctor/AddDoctorPage.tsx',
    title: 'Add a Doctor',
    audience: 'admins',
    signIn: adminsOnly,
    menu: 'Add a Doctor',
    policy: 'pictures',
    loads: true,
  },
  manageDoctors: {
    path: '/dashboard/manageDoctor',
    file: 'manage-doctors/ManageDoctorsPage.tsx',
    title: 'Manage Doctors',
    audience: 'admins',
    signIn: adminsOnly,
    menu: 'Manage Doctors',
    policy: 'pictures',
    loads: true,
  },
  activity: {
    path: '/dashboard/activity',
    file: 'activity/ActivityPage.tsx',
    title: 'Activity',
    audience: 'admins',
    signIn: adminsOnly,
    menu: 'Activity',
    loads: true,
  },
} as const satisfies Record<string, PageFacts>

type Row = (typeof pageTable)[keyof typeof pageTable]
/** The paths of the pages that are in the dashboard's menu. */
export type MenuPath = Extract<Row, { menu: string }>['path']
/** The paths of the pages that show data of their own. */
export type LoadingPath = Extract<Row, { loads: true }>['path']

/** The same rows, in order. */
export const pageList: readonly PageFacts[] = Object.values(pageTable)

/** The path of each page. The browser routes by this list and the server answers 404 for a page that is not in it. */
export const pages = pathsOf(pageTable)

/** What an unknown address shows; itself such an address. */
export const unknownPage = '/not-found'

/** Pages whose HTML is made when the site is built; the others start from one empty shell. */
export const prerendered: readonly string[] = [...pathsOfPages(({ byAddress }) => !byAddress), unknownPage]

/** Pages to be read. Who is not signed in gets them as plain HTML. */
export const withoutApp: readonly string[] = [...pathsOfPages((page) => page.withoutApp), unknownPage]

/** Pages that search engines may show. */
export const indexed: readonly string[] = pathsOfPages(({ description }) => description)

function pathsOfPages(isWanted: (page: PageFacts) => unknown): string[] {
  return pageList.filter(isWanted).map(({ path }) => path)
}

function pathsOf<Rows extends Record<string, { path: string }>>(rows: Rows) {
  const entries = Object.entries(rows).map(([name, { path }]) => [name, path])
  // Object.fromEntries forgets which name has which path.
  return Object.fromEntries(entries) as { readonly [Name in keyof Rows]: Rows[Name]['path'] }
}
