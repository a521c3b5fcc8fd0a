import { z } from 'zod/mini'

/** Roles of users. */
export const roles = { admin: 'admin', patient: 'patient' } as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

/** The owners that an action may concern: only the caller (`own`), everyone but the caller (`others`), or everyone
 *  (`all`). */
type Scope = 'own' | 'others' | 'all'

/** The scope of each action for each role. A role that is not listed may not perform the action. */
const rules = {
  'issue-token': { patient: 'own', admin: 'own' },
  'verify-email': { patient: 'own', admin: 'own' },
  'read-role': { patient: 'own', admin: 'all' },
  'erase-own-account': { patient: 'own', admin: 'own' },
  book: { patient: 'own', admin: 'own' },
  'list-bookings': { patient: 'own', admin: 'all' },
  'read-booking': { patient: 'own', admin: 'all' },
  'pay-booking': { patient: 'own', admin: 'own' },
  'move-booking': { patient: 'own', admin: 'own' },
  'cancel-booking': { patient: 'own', admin: 'own' },
  'search-patients': { admin: 'all' },
  'book-for-patient': { admin: 'all' },
  'import-patients': { admin: 'all' },
  'export-patients': { admin: 'all' },
  'list-users': { admin: 'all' },
  'promote-user': { admin: 'all' },
  'demote-user': { admin: 'others' },
  'read-sessions': { admin: 'all' },
  'end-sessions': { admin: 'all' },
  'remove-second-factor': { admin: 'others' },
  'export-data': { admin: 'all' },
  'erase-account': { admin: 'others' },
  'list-doctors': { admin: 'all' },
  'add-doctor': { admin: 'all' },
  'delete-doctor': { admin: 'all' },
  'upload-photo': { admin: 'all' },
  'list-audit': { admin: 'all' },
  'read-calendar': { admin: 'all' },
  'change-calendar': { admin: 'all' },
  'read-payment': { admin: 'all' },
  'refund-payment': { admin: 'all' },
  'cancel-appointment': { admin: 'all' },
  'read-day': { admin: 'all' },
  'change-appointment': { admin: 'all' },
} as const satisfies Record<string, Partial<Record<Role, Scope>>>

export type Action = keyof typeof rules

/** Actions of patients. Each concerns the account or booking of an owner. */
export type PatientAction = { [A in Action]: (typeof rules)[A] extends { patient: Scope } ? A : never }[Action]

/** Actions of the clinic's staff. */
export type StaffAction = Exclude<Action, PatientAction>

/** The caller. `patientIds`: whom their account may act for. Without `role` they have the permissions of a patient. */
export type Actor = { email: string; userId?: string; patientIds?: readonly string[]; role?: Role }

/** The owner of the account, or the patient of the booking, that an action concerns. */
export type Owner = { email: string } | { userId: string } | { patientId: string }

/** Tells whether `actor` may perform `action` on what belongs to `owner`; without an owner, whether any owner is
 *  possible. */
export function can(actor: Actor, action: StaffAction, owner?: Owner): boolean
export function can(actor: Actor, action: PatientAction, owner: Owner): boolean
export function can(actor: Actor, action: Action, owner?: Owner): boolean {
  const scopes: Partial<Record<Role, Scope>> = rules[action]
  const scope = scopes[actor.role ?? roles.patient]
  if (scope === undefined || scope === 'all' || owner === undefined) return scope !== undefined
  return isOwn(actor, owner) === (scope === 'own')
}

/** Tells whether a user has the admin role. */
export function isAdmin(user: { role?: Role | undefined }): boolean {
  return user.role === roles.admin
}

/** Converts text to a role. Any text but 'admin' becomes 'patient'. */
export function toRole(text: unknown): Role {
  return z.catch(role, roles.patient).parse(text)
}

function isOwn(actor: Actor, owner: Owner) {
  if ('patientId' in owner) return actor.patientIds?.includes(owner.patientId) ?? false
  return 'userId' in owner ? owner.userId === actor.userId : owner.email === actor.email
}
