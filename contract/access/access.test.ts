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
  'read-day',
  'change-appointment',
]

it.each(patientActions)('patients may %s for themselves; the scope of admins is %s', (action, scope) => {
  for (const own of ofAnn) expect(can(ann, action, own)).toBe(true)
  for (const other of ofBen) {
    expect(can(ann, action, other)).toBe(false)
    expect(can(boss, action, other)).toBe(scope === 'all')
  }
  expect(can(boss, action, { email: boss.email })).toBe(true)
})

it.each(staffActions)('only admins may %s', (action) => {
  expect(can(boss, action)).toBe(true)
  expect(can(boss, action, { email: ann.email })).toBe(true)
  expect(can(ann, action)).toBe(false)
  expect(can(ann, action, { email: ann.email })).toBe(false)
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
  ['boss', 'patient'],
  [null, 'patient'],
  [undefined, 'patient'],
])('the text %j becomes the role %s', (text, role) => {
  expect(toRole(text)).toBe(role)
  expect(isAdmin({ role: toRole(text) })).toBe(role === 'admin')
})
