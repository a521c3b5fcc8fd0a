import { z } from 'zod/mini'

/** Roles of users. All but patients are the clinic's staff. */
export const roles = {
  admin: 'admin',
  receptionist: 'receptionist',
  dentist: 'dentist',
  hygienist: 'hygienist',
  accountant: 'accountant',
  patient: 'patient',
} as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

const { patient: _, ...rolesOfStaff } = roles
/** Roles of the clinic's staff. */
export const staffRole = z.enum(rolesOfStaff)
export type StaffRole = z.infer<typeof staffRole>

/** Roles of those who treat patients: each belongs to a doctor, whose appointments are their own. */
export const treatingRoles: readonly Role[] = [roles.dentist, roles.hygienist]

/** Tells whether somebody with a role treats patients. */
export const treatsPatients = (role: Role): boolean => treatingRoles.includes(role)

/** Tells whether a user has the admin role. */
export function isAdmin(user: { role?: Role | undefined }): boolean {
  return user.role === roles.admin
}

/** Tells whether a user belongs to the clinic's staff. */
export function isStaff(user: { role?: Role | undefined }): boolean {
  return user.role !== undefined && user.role !== roles.patient
}

/** Converts text to a role. Any unknown text becomes 'patient'. */
export function toRole(text: unknown): Role {
  return z.catch(role, roles.patient).parse(text)
}
