import { type Role, roles } from './roles.ts'

/** The owners that an action may concern: only the caller (`own`), everyone but the caller (`others`), or everyone
 *  (`all`). What belongs to a dentist's staff account are the appointments of that doctor. */
export type Scope = 'own' | 'others' | 'all'

// Staff are patients, too: of their own account and appointments.
const own = {
  ...({ patient: 'own', receptionist: 'own', dentist: 'own', hygienist: 'own' } as const),
  ...({ accountant: 'own', admin: 'own' } as const),
}
const admins = { admin: 'all' } as const
const desk = { admin: 'all', receptionist: 'all' } as const
/** Those who treat patients, for the appointments of their own doctor. */
const treating = { dentist: 'own', hygienist: 'own' } as const
const office = { ...desk, accountant: 'all' } as const

/** The scope of each action for each role. A role that is not listed may not perform the action. */
const rules = {
  'issue-token': own,
  'verify-email': own,
  'read-role': { ...own, admin: 'all' },
  'erase-own-account': own,
  book: own,
  'list-bookings': { ...own, ...desk },
  'read-booking': { ...own, ...desk },
  'pay-booking': own,
  'move-booking': own,
  'cancel-booking': own,
  'search-patients': desk,
  'read-patient': desk,
  'change-patient': desk,
  'merge-patients': desk,
  'book-for-patient': desk,
  'read-recalls': desk,
  'change-recalls': desk,
  'keep-waiting-list': desk,
  'import-patients': admins,
  'export-patients': admins,
  'list-users': admins,
  'promote-user': admins,
  'demote-user': { admin: 'others' },
  'list-staff': admins,
  'invite-staff': admins,
  'change-staff': { admin: 'others' },
  'end-staff': { admin: 'others' },
  'read-sessions': admins,
  'end-sessions': admins,
  'remove-second-factor': { admin: 'others' },
  'export-data': admins,
  'erase-account': { admin: 'others' },
  'list-doctors': office,
  'add-doctor': admins,
  'delete-doctor': admins,
  'upload-photo': admins,
  'list-audit': admins,
  'read-clinic': office,
  'change-clinic': admins,
  'change-messages': admins,
  'change-outside-services': admins,
  'fill-demo': admins,
  'read-calendar': office,
  'change-calendar': admins,
  'change-availability': desk,
  'ask-for-absence': treating,
  'read-absence-requests': { ...admins, ...treating },
  'read-news': desk,
  'resolve-attention': desk,
  'read-payment': office,
  // The page for it. The desk reads payments in the day.
  'look-up-payments': { accountant: 'all' },
  // The reports of today; those of other days need `read-reports`.
  'read-today': office,
  'read-reports': { admin: 'all', accountant: 'all' },
  'export-books': { admin: 'all', accountant: 'all' },
  'take-payment': desk,
  'void-payment': desk,
  'change-price': desk,
  'refund-payment': desk,
  'read-till': office,
  'close-day': desk,
  'refund-without-limit': admins,
  'cancel-appointment': desk,
  'read-day': { ...desk, ...treating },
  // What whoever treats a patient must know: age, alerts, notes and past treatments.
  'read-patient-facts': { ...desk, ...treating },
  'mark-appointment': { ...desk, ...treating },
  'change-appointment': desk,
} as const satisfies Record<string, Partial<Record<Role, Scope>>>

export type Action = keyof typeof rules

/** Actions of patients. Each concerns the account or booking of an owner. */
export type PatientAction = { [A in Action]: (typeof rules)[A] extends { patient: Scope } ? A : never }[Action]

/** Actions of the clinic's staff. */
export type StaffAction = Exclude<Action, PatientAction>

/** The caller. `patientIds`: whom their account may act for. `doctorId`: the doctor whom a dentist's account belongs
 *  to. Without `role` they have the permissions of a patient. */
export type Actor = {
  email: string
  userId?: string
  patientIds?: readonly string[]
  role?: Role | undefined
  doctorId?: string | null
}

/** The owner of the account or the patient of the booking that an action concerns, or the doctor of an appointment:
 *  null without one. */
export type Owner = { email: string } | { userId: string } | { patientId: string } | { doctorId: string | null }

/** Tells whether `actor` may perform `action` on what belongs to `owner`; without an owner, whether any owner is
 *  possible. */
export function can(actor: Actor, action: StaffAction, owner?: Owner): boolean
export function can(actor: Actor, action: PatientAction, owner: Owner): boolean
export function can(actor: Actor, action: Action, owner?: Owner): boolean {
  const scope = scopeOf(actor, action)
  if (scope === undefined || scope === 'all' || owner === undefined) return scope !== undefined
  return isOwn(actor, owner) === (scope === 'own')
}

/** Returns whose the things are on which `actor` may perform `action`; undefined if on nobody's. */
export function scopeOf(actor: Actor, action: Action): Scope | undefined {
  const scopes: Partial<Record<Role, Scope>> = rules[action]
  return scopes[actor.role ?? roles.patient]
}

/** Returns the roles that may perform an action. */
export function rolesWith(action: Action): Role[] {
  return Object.values(roles).filter((each) => Object.hasOwn(rules[action], each))
}

function isOwn(actor: Actor, owner: Owner) {
  if ('patientId' in owner) return actor.patientIds?.includes(owner.patientId) ?? false
  if ('userId' in owner) return owner.userId === actor.userId
  if ('doctorId' in owner) return owner.doctorId !== null && owner.doctorId === actor.doctorId
  return owner.email === actor.email
}
