import { roles } from '../access/roles.ts'
import type { PageFacts } from './page-facts.ts'

/** Reason for the login on pages for admins. */
const adminsOnly = 'Log in as an admin to open this page.'

const forAdmins = { audience: 'admins', signIn: adminsOnly, loads: true } as const
const staffOnly = 'Log in as a member of the staff to open this page.'
const forStaff = { ...forAdmins, signIn: staffOnly } as const
const desk = [roles.admin, roles.receptionist] as const
const toRead = { ...forStaff, workers: [roles.admin], readers: [roles.receptionist, roles.accountant] } as const

/** The pages of the clinic's staff. */
export const staffPageTable = {
  day: {
    path: '/dashboard/day',
    file: 'day/DayPage.tsx',
    title: 'Today',
    ...forStaff,
    menu: 'Today',
    opens: 'read-day',
    workers: [...desk, roles.dentist],
  },
  patients: {
    path: '/dashboard/patients',
    file: 'patients/PatientsPage.tsx',
    title: 'Patients',
    ...forStaff,
    menu: 'Patients',
    opens: 'search-patients',
    workers: desk,
  },
  patient: {
    path: '/dashboard/patients/:id',
    file: 'patient/PatientPage.tsx',
    title: 'Patient',
    ...forStaff,
    byAddress: true,
    opens: 'read-patient',
    workers: desk,
  },
  mergePatients: {
    path: '/dashboard/patients/:id/merge/:former',
    file: 'merge/MergePage.tsx',
    title: 'Merge two records',
    ...forStaff,
    byAddress: true,
    opens: 'merge-patients',
    workers: desk,
  },
  till: {
    path: '/dashboard/till',
    file: 'till/TillPage.tsx',
    title: 'Close the day',
    ...forStaff,
    menu: 'Close the day',
    opens: 'read-till',
    workers: desk,
    readers: [roles.accountant],
  },
  reports: {
    path: '/dashboard/reports',
    file: 'reports/ReportsPage.tsx',
    title: 'Reports',
    ...forStaff,
    menu: 'Reports',
    opens: 'read-today',
    workers: [...desk, roles.accountant],
  },
  payments: {
    path: '/dashboard/payments',
    file: 'payments/PaymentsPage.tsx',
    title: 'Payments',
    audience: 'admins',
    signIn: staffOnly,
    menu: 'Payments',
    opens: 'look-up-payments',
    workers: [roles.accountant],
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
    ...toRead,
    opens: 'list-doctors',
    menu: 'Manage Doctors',
    menuToRead: 'Doctors',
    policy: 'pictures',
  },
  doctor: {
    path: '/dashboard/manageDoctor/:id',
    file: 'doctor/DoctorPage.tsx',
    title: 'Doctor',
    ...toRead,
    opens: 'read-calendar',
    byAddress: true,
  },
  treatments: {
    path: '/dashboard/treatments',
    file: 'treatments/TreatmentsPage.tsx',
    title: 'Treatments',
    ...toRead,
    opens: 'read-calendar',
    menu: 'Treatments',
  },
  openingHours: {
    path: '/dashboard/openingHours',
    file: 'opening-hours/OpeningHoursPage.tsx',
    title: 'Opening Hours',
    ...toRead,
    opens: 'read-calendar',
    menu: 'Opening Hours',
  },
  chairs: {
    path: '/dashboard/chairs',
    file: 'chairs/ChairsPage.tsx',
    title: 'Chairs',
    ...toRead,
    opens: 'read-calendar',
    menu: 'Chairs',
  },
  attention: {
    path: '/dashboard/attention',
    file: 'attention/AttentionPage.tsx',
    title: 'Needs attention',
    ...forStaff,
    menu: 'Needs attention',
    opens: 'resolve-attention',
    workers: desk,
  },
  clinic: {
    path: '/dashboard/clinic',
    file: 'clinic/ClinicPage.tsx',
    title: 'Clinic',
    ...toRead,
    opens: 'read-clinic',
    menu: 'Clinic',
  },
  setUpSteps: { path: '/dashboard/setup', file: 'set-up-steps/SetUpStepsPage.tsx', title: 'Set-up', ...forAdmins },
  importPatients: {
    path: '/dashboard/patients/import',
    file: 'import-patients/ImportPage.tsx',
    title: 'Import patients',
    ...forAdmins,
  },
  activity: {
    path: '/dashboard/activity',
    file: 'activity/ActivityPage.tsx',
    title: 'Activity',
    ...forAdmins,
    menu: 'Activity',
  },
} as const satisfies Record<string, PageFacts>
