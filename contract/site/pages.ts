import type { PageFacts } from './page-facts.ts'

/** Reason for the login on pages for admins. */
const adminsOnly = 'Log in as an admin to open this page.'

const forAdmins = { audience: 'admins', signIn: adminsOnly, loads: true } as const
const staffOnly = 'Log in as a member of the staff to open this page.'
const forStaff = { ...forAdmins, signIn: staffOnly } as const

/** All pages of the site (docs/pages.md). */
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
    file: 'info/AboutPage.tsx',
    title: 'About',
    description: 'This page is under construction. The clinic is open, and you can book right now.',
    audience: 'everyone',
    withoutApp: true,
  },
  privacy: {
    path: '/privacy',
    file: 'info/PrivacyPage.tsx',
    title: 'Privacy',
    description: 'What this clinic keeps about you, who sees it, how long, and how you get it or have it erased.',
    audience: 'everyone',
    withoutApp: true,
  },
  login: {
    path: '/login',
    file: 'sign-in/LoginPage.tsx',
    title: 'Login',
    description: 'Log in to book an appointment, see your appointments and pay for them.',
    audience: 'everyone',
  },
  signup: {
    path: '/signup',
    file: 'sign-in/SignUpPage.tsx',
    title: 'Sign Up',
    description: 'Create an account to book an appointment online. You need a name, an email address and a password.',
    audience: 'everyone',
  },
  secondFactor: {
    path: '/second-factor',
    file: 'sign-in/SecondFactorPage.tsx',
    title: 'Second step',
    audience: 'everyone',
  },
  forgotPassword: {
    path: '/forgot-password',
    file: 'sign-in/ForgotPasswordPage.tsx',
    title: 'Forgot password',
    audience: 'everyone',
  },
  resetPassword: {
    path: '/reset-password',
    file: 'sign-in/ResetPasswordPage.tsx',
    title: 'New password',
    audience: 'everyone',
    byAddress: true,
  },
  verifyEmail: {
    path: '/verify-email',
    file: 'sign-in/VerifyEmailPage.tsx',
    title: 'Your email address',
    audience: 'everyone',
    byAddress: true,
  },
  invitation: {
    path: '/invitation',
    file: 'invitation/InvitationPage.tsx',
    title: 'Your invitation',
    audience: 'everyone',
    byAddress: true,
  },
  yourAppointment: {
    path: '/your-appointment',
    file: 'your-appointment/YourAppointmentPage.tsx',
    title: 'Your Appointment',
    audience: 'everyone',
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
    file: 'info/ReviewsPage.tsx',
    title: 'My Reviews',
    audience: 'members',
    signIn: 'Log in to see your reviews.',
    menu: 'My Reviews',
  },
  history: {
    path: '/dashboard/history',
    file: 'info/HistoryPage.tsx',
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
    file: 'payment/ReceiptPage.tsx',
    title: 'Receipt',
    audience: 'members',
    signIn: 'Log in to see your receipt.',
    byAddress: true,
    loads: true,
  },
  day: {
    path: '/dashboard/day',
    file: 'day/DayPage.tsx',
    title: 'Today',
    ...forStaff,
    menu: 'Today',
    opens: 'read-day',
  },
  payments: {
    path: '/dashboard/payments',
    file: 'payments/PaymentsPage.tsx',
    title: 'Payments',
    audience: 'admins',
    signIn: staffOnly,
    menu: 'Payments',
    opens: 'look-up-payments',
  },
  users: {
    path: '/dashboard/users',
    file: 'users/UsersPage.tsx',
    title: 'All Users',
    ...forAdmins,
    menu: 'All Users',
  },
  staff: { path: '/dashboard/staff', file: 'staff/StaffPage.tsx', title: 'Staff', ...forAdmins, menu: 'Staff' },
  addDoctor: {
    path: '/dashboard/addDoctor',
    file: 'add-doctor/AddDoctorPage.tsx',
    title: 'Add a Doctor',
    ...forAdmins,
    menu: 'Add a Doctor',
    policy: 'pictures',
  },
  manageDoctors: {
    path: '/dashboard/manageDoctor',
    file: 'manage-doctors/ManageDoctorsPage.tsx',
    title: 'Manage Doctors',
    ...forAdmins,
    menu: 'Manage Doctors',
    policy: 'pictures',
  },
  doctor: {
    path: '/dashboard/manageDoctor/:id',
    file: 'doctor/DoctorPage.tsx',
    title: 'Doctor',
    ...forAdmins,
    byAddress: true,
  },
  treatments: {
    path: '/dashboard/treatments',
    file: 'treatments/TreatmentsPage.tsx',
    title: 'Treatments',
    ...forAdmins,
    menu: 'Treatments',
  },
  openingHours: {
    path: '/dashboard/openingHours',
    file: 'opening-hours/OpeningHoursPage.tsx',
    title: 'Opening Hours',
    ...forAdmins,
    menu: 'Opening Hours',
  },
  chairs: { path: '/dashboard/chairs', file: 'chairs/ChairsPage.tsx', title: 'Chairs', ...forAdmins, menu: 'Chairs' },
  attention: {
    path: '/dashboard/attention',
    file: 'attention/AttentionPage.tsx',
    title: 'Needs attention',
    ...forStaff,
    menu: 'Needs attention',
    opens: 'resolve-attention',
  },
  activity: {
    path: '/dashboard/activity',
    file: 'activity/ActivityPage.tsx',
    title: 'Activity',
    ...forAdmins,
    menu: 'Activity',
  },
} as const satisfies Record<string, PageFacts>

type Row = (typeof pageTable)[keyof typeof pageTable]
/** Paths of the pages in the dashboard's menu. */
export type MenuPath = Extract<Row, { menu: string }>['path']
/** Paths of the pages that load data. */
export type LoadingPath = Extract<Row, { loads: true }>['path']

/** The rows of the table, in order. */
export const pageList: readonly PageFacts[] = Object.values(pageTable)

/** The path of each page. The browser's routes are these; the server responds with 404 to any other page. */
export const pages = pathsOf(pageTable)

function pathsOf<Rows extends Record<string, { path: string }>>(rows: Rows) {
  const entries = Object.entries(rows).map(([name, { path }]) => [name, path])
  // The type of Object.fromEntries does not keep the path of each name.
  return Object.fromEntries(entries) as { readonly [Name in keyof Rows]: Rows[Name]['path'] }
}
