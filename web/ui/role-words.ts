import type { Role } from '#contract/access/access.ts'

/** What the roles are called. */
export const roleWords: Record<Role, string> = {
  admin: 'Admin',
  receptionist: 'Receptionist',
  dentist: 'Dentist',
  accountant: 'Accountant',
  patient: 'Patient',
}
