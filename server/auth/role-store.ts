import { and, eq, exists, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { isAdmin, type Role, type StaffRole } from '#contract/access/roles.ts'
import type { Db } from '#server/database/db.ts'
import { calendarFeed } from '#server/database/schema/booking.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { staff, staffInvitation } from '#server/database/schema/staff.ts'
import { user } from '#server/database/schema/user.ts'
import { endSessions } from './store.ts'

/** A role to give. `doctorId`: the doctor of a dentist. `invitedBy`: the id of the admin who gives it. */
export type NewRole = {
  role: StaffRole
  doctorId?: string | null | undefined
  invitedBy?: string | null | undefined
  invitedAt?: Date | undefined
}

/** An account, as a change of its role sees it. */
export type LockedAccount = { id: string; email: string; role: Role; emailVerified: boolean }

/** Returns the account with this email. Locks its row until the transaction ends, so that of two
 *  changes of a role the second one sees the first. */
export async function lockAccount(tx: Db, email: string): Promise<LockedAccount | undefined> {
  const { id, role, emailVerified } = user
  const [found] = await tx
    .select({ id, email: user.email, role, emailVerified })
    .from(user)
    .where(eq(user.email, email))
    .for('no key update')
  return found
}

/** Gives an account a role in the place of the one that it has. */
export async function giveRole(tx: Db, userId: string, { role, doctorId = null, ...by }: NewRole): Promise<void> {
  await leaveRole(tx, userId, { staysAdmin: isAdmin({ role }), keptDoctorId: doctorId })
  await tx.insert(staff).values({ ...by, userId, role, doctorId })
}

/** Takes the role of an account away, and ends its sessions, its calendar feeds and the invitations that it sent. */
export async function takeRole(tx: Db, userId: string): Promise<void> {
  await leaveRole(tx, userId, { staysAdmin: false, keptDoctorId: null })
  await endSessions(tx, userId)
}

type Kept = { staysAdmin: boolean; keptDoctorId: string | null }

// A dentist knows the address of the doctor's feed, so it ends with the role. Whoever is an admin no longer can't let
// others in either.
async function leaveRole(tx: Db, userId: string, { staysAdmin, keptDoctorId }: Kept) {
  const isEnding = and(eq(staff.userId, userId), isNull(staff.endedAt))
  const ended = await tx
    .update(staff)
    .set({ endedAt: sql`now()` })
    .where(isEnding)
    .returning({ doctorId: staff.doctorId })
  const doctors = ended.flatMap(({ doctorId }) => (doctorId && doctorId !== keptDoctorId ? [doctorId] : []))
  if (doctors.length > 0) await tx.delete(calendarFeed).where(inArray(calendarFeed.doctorId, doctors))
  const isTheirs = exists(
    tx
      .select()
      .from(user)
      .where(and(eq(user.id, userId), eq(user.email, staffInvitation.email))),
  )
  await withdrawWhere(tx, staysAdmin ? isTheirs : or(isTheirs, eq(staffInvitation.invitedBy, userId)))
}

/** Matches an invitation that is neither accepted nor withdrawn. */
export const isOpenInvitation = and(isNull(staffInvitation.acceptedAt), isNull(staffInvitation.withdrawnAt))

async function withdrawWhere(tx: Db, isWanted: SQL | undefined) {
  await tx.update(staffInvitation).set({ withdrawnAt: sql`now()` }).where(and(isOpenInvitation, isWanted))
}

/** Takes the role away from all whose account belongs to the doctor with this email, and withdraws the invitations of
 *  such. */
export async function takeRolesOfDoctor(tx: Db, email: string): Promise<void> {
  const isTheirs = (id: SQLWrapper) =>
    exists(
      tx
        .select()
        .from(doctor)
        .where(and(eq(doctor.id, id), eq(doctor.email, email), isNull(doctor.leftAt))),
    )
  const found = await tx
    .select({ userId: staff.userId })
    .from(staff)
    .where(and(isNull(staff.endedAt), isTheirs(staff.doctorId)))
    .orderBy(staff.userId)
  for (const { userId } of found) await takeRole(tx, userId)
  await withdrawWhere(tx, isTheirs(staffInvitation.doctorId))
}

/** A role that somebody has or had, and who gave it. */
export type Grant = { userId: string; invitedBy: string | null; startedAt: Date; endedAt: Date | null }

/** Lists all roles, also those that have ended, oldest first. */
export function listGrants(db: Db): Promise<Grant[]> {
  const { userId, invitedBy, startedAt, endedAt } = staff
  return db.select({ userId, invitedBy, startedAt, endedAt }).from(staff).orderBy(startedAt)
}

/** Returns the email and role of accounts with a role, by email. */
export function listRoles(db: Db, userIds: string[]): Promise<{ id: string; email: string; role: Role }[]> {
  const { id, email, role } = user
  return db.select({ id, email, role }).from(user).where(inArray(id, userIds)).orderBy(email)
}
