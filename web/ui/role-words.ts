import type { Role } from '#contract/access/roles.ts'

/** What the roles are called. */
export const roleWords: Record<Role, string> = {
  admin: 'Admin',
  receptionist: 'Receptionist',
  dentist: 'Dentist',
  hygienist: 'Hygienist',
  accountant: 'Accountant',
  patient: 'Patient',
}

/** Returns a role with its article, as in 'You work here as a dentist'. */
export function aRole(role: Role): string {
  const word = roleWords[role].toLowerCase()
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`
}
