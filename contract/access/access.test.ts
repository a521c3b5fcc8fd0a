import { expect, expectTypeOf, it } from 'vitest'
import { can, isAdmin, type PatientAction, type StaffAction, toRole } from './access.ts'

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
const staffActions: StaffAction[] = [
  'list-users',
  'promote-user',
  'demote-user',
  'list-doctors',
  'add-doctor',
  'delete-doctor',
  'upload-photo',
  'list-audit',
]

it.each(patientActions)('%s is for patients’ own, and for admins’ %s', (action, scope) => {
  for (const own of ofAnn) expect(can(ann, action, own)).toBe(true)
  for (const other of ofBen) {
    expect(can(ann, action, other)).toBe(false)
    expect(can(boss, action, other)).toBe(scope === 'all')
  }
  expect(can(boss, action, { email: boss.email })).toBe(true)
})

it.each(staffActions)('%s is for admins only', (action) => {
  expect(can(boss, action)).toBe(true)
  expect(can(boss, action, { email: ann.email })).toBe(true)
  expect(can(ann, action)).toBe(false)
  expect(can(ann, action, { email: ann.email })).toBe(false)
})

it('nobody removes their own admin role', () => {
  expect(can(boss, 'demote-user', { email: boss.email })).toBe(false)
  expect(can(boss, 'demote-user', { userId: boss.userId })).toBe(false)
})

it('who has no known role has the rights of a patient', () => {
  const { role: _, ...holder } = boss
  expect(can(holder, 'list-users')).toBe(false)
  expect(can(holder, 'book', { email: boss.email })).toBe(true)
  expect(can(holder, 'read-booking', { userId: ann.userId })).toBe(false)
})

it('an owner’s id is never that of a caller without one', () => {
  expect(can({ email: ann.email }, 'read-booking', { userId: ann.userId })).toBe(false)
})

it('an action of patients always names an owner', () => {
  // @ts-expect-error: whose booking it is must not be forgotten.
  expectTypeOf(can).toBeCallableWith(ann, 'read-booking')
})

it.each([
  ['admin', 'admin'],
  ['patient', 'patient'],
  ['boss', 'patient'],
  [null, 'patient'],
  [undefined, 'patient'],
])('the role %j is that of: %s', (text, role) => {
  expect(toRole(text)).toBe(role)
  expect(isAdmin({ role: toRole(text) })).toBe(role === 'admin')
})
