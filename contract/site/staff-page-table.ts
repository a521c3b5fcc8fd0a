import type { PageFacts } from './page-facts.ts'

/** Reason for the login on pages for admins. */
const adminsOnly = 'Log in as an admin to open this page.'

const forAdmins = { audience: 'admins', signIn: adminsOnly, loads: true } as const
const staffOnly = 'Log in as a member of the staff to open this page.'
const forStaff = { ...forAdmins, signIn: staffOnly } as const

/** The pages of the clinic's staff. */
export const staffPageTable = {
  day: {
    path: '/dashboard/day',
    file: 'day/DayPage.tsx',
    title: 'Today',
    ...forStaff,
    menu: 'Today',
    opens: 'read-day',
  },
  patients: {
    path: '/dashboard/patients',
    file: 'patients/PatientsPage.tsx',
    title: 'Patients',
    ...forStaff,
    menu: 'Patients',
    opens: 'search-patients',
  },
  patient: {
    path: '/dashboard/patients/:id',
    file: 'patient/PatientPage.tsx',
    title: 'Patient',
    ...forStaff,
    byAddress: true,
    opens: 'read-patient',
  },
  mergePatients: {
    path: '/dashboard/patients/:id/merge/:former',
    file: 'merge/MergePage.tsx',
    title: 'Merge two records',
    ...forStaff,
    byAddress: true,
    opens: 'merge-patients',
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
  clinic: { path: '/dashboard/clinic', file: 'clinic/ClinicPage.tsx', title: 'Clinic', ...forAdmins, menu: 'Clinic' },
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
