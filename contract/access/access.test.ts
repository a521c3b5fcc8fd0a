import { describe, expect, expectTypeOf, it } from 'vitest'
import { can, type PatientAction, rolesWith, type Scope, type StaffAction, scopeOf } from './access.ts'
import { isAdmin, type Role, roles, toRole, treatingRoles } from './roles.ts'

const ann = { email: 'ann@example.org', userId: '1', role: 'patient' } as const
const boss = { email: 'boss@example.org', userId: '2', role: 'admin' } as const
const ofAnn = [{ email: ann.email }, { userId: ann.userId }]
const ofBen = [{ email: 'ben@example.org' }, { userId: '3' }]

const patientActions: [PatientAction, admin: 'own' | 'all'][] = [
  ['issue-token', 'own'],
  ['verify-email', 'own'],
  ['read-role', 'all'],
  ['book', 'own'],
  ['list-bookings', 'all'],
  ['read-booking', 'all'],
  ['pay-booking', 'own'],
]
/** Whose things each role may act on, written down a second time: a change of the rules is a change here. */
const staffActions: Record<StaffAction, Partial<Record<Role, Scope>>> = {
  'list-users': { admin: 'all' },
  'promote-user': { admin: 'all' },
  'demote-user': { admin: 'others' },
  'list-staff': { admin: 'all' },
  'invite-staff': { admin: 'all' },
  'change-staff': { admin: 'others' },
  'end-staff': { admin: 'others' },
  'read-sessions': { admin: 'all' },
  'end-sessions': { admin: 'all' },
  'remove-second-factor': { admin: 'others' },
  'export-data': { admin: 'all' },
  'erase-account': { admin: 'others' },
  'read-clinic': { admin: 'all', receptionist: 'all', accountant: 'all' },
  'change-clinic': { admin: 'all' },
  'change-messages': { admin: 'all' },
  'change-outside-services': { admin: 'all' },
  'read-recalls': { admin: 'all', receptionist: 'all' },
  'change-recalls': { admin: 'all', receptionist: 'all' },
  'list-doctors': { admin: 'all', receptionist: 'all', accountant: 'all' },
  'add-doctor': { admin: 'all' },
  'delete-doctor': { admin: 'all' },
  'upload-photo': { admin: 'all' },
  'list-audit': { admin: 'all' },
  'change-calendar': { admin: 'all' },
  'change-availability': { admin: 'all', receptionist: 'all' },
  'ask-for-absence': { dentist: 'own', hygienist: 'own' },
  'read-absence-requests': { admin: 'all', dentist: 'own', hygienist: 'own' },
  'refund-without-limit': { admin: 'all' },
  'fill-demo': { admin: 'all' },
  'read-calendar': { admin: 'all', receptionist: 'all', accountant: 'all' },
  'read-payment': { admin: 'all', receptionist: 'all', accountant: 'all' },
  'look-up-payments': { accountant: 'all' },
  'read-today': { admin: 'all', receptionist: 'all', accountant: 'all' },
  'read-reports': { admin: 'all', accountant: 'all' },
  'export-books': { admin: 'all', accountant: 'all' },
  'read-news': { admin: 'all', receptionist: 'all' },
  'resolve-attention': { admin: 'all', receptionist: 'all' },
  'take-payment': { admin: 'all', receptionist: 'all' },
  'void-payment': { admin: 'all', receptionist: 'all' },
  'change-price': { admin: 'all', receptionist: 'all' },
  'read-till': { admin: 'all', receptionist: 'all', accountant: 'all' },
  'close-day': { admin: 'all', receptionist: 'all' },
  'refund-payment': { admin: 'all', receptionist: 'all' },
  'cancel-appointment': { admin: 'all', receptionist: 'all' },
  'search-patients': { admin: 'all', receptionist: 'all' },
  'read-patient': { admin: 'all', receptionist: 'all' },
  'change-patient': { admin: 'all', receptionist: 'all' },
  'merge-patients': { admin: 'all', receptionist: 'all' },
  'import-patients': { admin: 'all' },
  'export-patients': { admin: 'all' },
  'book-for-patient': { admin: 'all', receptionist: 'all' },
  'keep-waiting-list': { admin: 'all', receptionist: 'all' },
  'change-appointment': { admin: 'all', receptionist: 'all' },
  'read-day': { admin: 'all', receptionist: 'all', dentist: 'own', hygienist: 'own' },
  'read-patient-facts': { admin: 'all', receptionist: 'all', dentist: 'own', hygienist: 'own' },
  'mark-appointment': { admin: 'all', receptionist: 'all', dentist: 'own', hygienist: 'own' },
}

const everyAction = Object.keys(staffActions) as StaffAction[]

describe.each(Object.values(roles))('the role %s', (role) => {
  it.each(everyAction)('has the scope of %s', (action) => {
    const scope = staffActions[action][role]
    const actor = { email: 'me@example.org', userId: '7', role, doctorId: 'd' }
    const [mine, anothers] = [{ userId: '7' }, { userId: '8' }]
    const [ofMyDoctor, ofAnother, ofNobody] = [{ doctorId: 'd' }, { doctorId: 'e' }, { doctorId: null }]
    expect(can(actor, action)).toBe(scope !== undefined)
    for (const owner of [mine, ofMyDoctor]) expect(can(actor, action, owner)).toBe(scope === 'all' || scope === 'own')
    for (const owner of [anothers, ofAnother, ofNobody])
      expect(can(actor, action, owner)).toBe(scope === 'all' || scope === 'others')
    expect(scopeOf(actor, action)).toBe(scope)
    expect(rolesWith(action).includes(role)).toBe(scope !== undefined)
  })
})

it.each(treatingRoles)('a %s without a doctor has no appointments', (role) => {
  const actor = { email: 'me@example.org', userId: '7', role, doctorId: null }
  expect(can(actor, 'mark-appointment', { doctorId: null })).toBe(false)
})

it.each(patientActions)('patients may %s for themselves; the scope of admins is %s', (action, scope) => {
  for (const own of ofAnn) expect(can(ann, action, own)).toBe(true)
  for (const other of ofBen) {
    expect(can(ann, action, other)).toBe(false)
    expect(can(boss, action, other)).toBe(scope === 'all')
  }
  expect(can(boss, action, { email: boss.email })).toBe(true)
})

it('admins can’t remove their own role', () => {
  expect(can(boss, 'demote-user', { email: boss.email })).toBe(false)
  expect(can(boss, 'demote-user', { userId: boss.userId })).toBe(false)
})

it('a caller without a role has the permissions of a patient', () => {
  const { role: _, ...holder } = boss
  expect(can(holder, 'list-users')).toBe(false)
  expect(can(holder, 'book', { email: boss.email })).toBe(true)
  expect(can(holder, 'read-booking', { userId: ann.userId })).toBe(false)
})

it('a caller without a user id owns nothing by user id', () => {
  expect(can({ email: ann.email }, 'read-booking', { userId: ann.userId })).toBe(false)
})

it('an action of patients requires an owner', () => {
  // @ts-expect-error: the owner is missing.
  expectTypeOf(can).toBeCallableWith(ann, 'read-booking')
})

it.each([
  ['admin', 'admin'],
  ['patient', 'patient'],
  ['receptionist', 'receptionist'],
  ['boss', 'patient'],
  [null, 'patient'],
  [undefined, 'patient'],
])('the text %j becomes the role %s', (text, role) => {
  expect(toRole(text)).toBe(role)
  expect(isAdmin({ role: toRole(text) })).toBe(role === 'admin')
})
