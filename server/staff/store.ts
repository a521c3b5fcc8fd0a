import { and, asc, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { StaffRole } from '#contract/access/roles.ts'
import { isOpenInvitation } from '#server/auth/role-store.ts'
import type { Db } from '#server/database/db.ts'
import { account } from '#server/database/schema/auth.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { staff, staffInvitation } from '#server/database/schema/staff.ts'
import { user } from '#server/database/schema/user.ts'

const inviter = alias(user, 'inviter')
/** Days for which the link of an invitation works. */
const lifetimeDays = 7
const expiry = sql`now() + make_interval(days => ${lifetimeDays})`

/** Lists the staff by name. */
export function listMembers(db: Db) {
  return db
    .select({
      ...{ id: staff.id, name: user.name, email: user.email, role: staff.role, doctorId: staff.doctorId },
      ...{ doctor: doctor.name, since: staff.startedAt, invitedBy: inviter.email },
      secondFactor: user.twoFactorEnabled,
    })
    .from(staff)
    .innerJoin(user, eq(user.id, staff.userId))
    .leftJoin(doctor, eq(doctor.id, staff.doctorId))
    .leftJoin(inviter, eq(inviter.id, staff.invitedBy))
    .where(isNull(staff.endedAt))
    .orderBy(asc(sql`lower(${user.name})`), asc(user.email))
}

/** Returns the email and role of somebody whose present role has this id. */
export async function findMember(db: Db, id: string) {
  const [found] = await db
    .select({ email: user.email, role: staff.role, doctorId: staff.doctorId })
    .from(staff)
    .innerJoin(user, eq(user.id, staff.userId))
    .where(and(eq(staff.id, id), isNull(staff.endedAt)))
  return found
}

/** Lists the doctors of today by name. */
export function listDoctorsHere(db: Db) {
  return db
    .select({ id: doctor.id, name: doctor.name })
    .from(doctor)
    .where(isNull(doctor.leftAt))
    .orderBy(asc(sql`lower(${doctor.name})`), asc(doctor.id))
}

/** Tells whether a doctor works here. Locks their row against their deletion until the transaction ends. */
export async function lockDoctor(tx: Db, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: doctor.id })
    .from(doctor)
    .where(and(eq(doctor.id, id), isNull(doctor.leftAt)))
    .for('share')
  return found.length > 0
}

const invitationColumns = {
  ...{ id: staffInvitation.id, email: staffInvitation.email, role: staffInvitation.role },
  ...{ doctorId: staffInvitation.doctorId, doctor: doctor.name, invitedBy: inviter.email },
  ...{ inviterId: staffInvitation.invitedBy, invitedAt: staffInvitation.invitedAt },
  ...{ expiresAt: staffInvitation.expiresAt, acceptedAt: staffInvitation.acceptedAt },
  withdrawnAt: staffInvitation.withdrawnAt,
  isSent: sql<boolean>`${staffInvitation.tokenHash} is not null`,
  isExpired: sql<boolean>`${staffInvitation.expiresAt} <= now()`,
}

function selectInvitations(db: Db) {
  return db
    .select(invitationColumns)
    .from(staffInvitation)
    .leftJoin(doctor, eq(doctor.id, staffInvitation.doctorId))
    .leftJoin(inviter, eq(inviter.id, staffInvitation.invitedBy))
}

/** Lists the invitations that are open, those that have expired too, newest first. */
export function listInvitations(db: Db) {
  return selectInvitations(db).where(isOpenInvitation).orderBy(desc(staffInvitation.invitedAt))
}

/** Returns the invitation of a link, whatever became of it. */
export async function findByToken(db: Db, tokenHash: string) {
  const [found] = await selectInvitations(db).where(eq(staffInvitation.tokenHash, tokenHash))
  return found
}
export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findByToken>>>

type NewInvitation = { email: string; role: StaffRole; doctorId: string | null; invitedBy: string }

/** Inserts an invitation in the place of an expired one. Returns undefined if the address has one that has not. */
export async function insertInvitation(tx: Db, values: NewInvitation): Promise<string | undefined> {
  const { email, expiresAt } = staffInvitation
  await tx
    .update(staffInvitation)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(email, values.email), isOpenInvitation, lt(expiresAt, sql`now()`)))
  const [inserted] = await tx
    .insert(staffInvitation)
    .values({ ...values, expiresAt: expiry })
    .onConflictDoNothing()
    .returning({ id: staffInvitation.id })
  return inserted?.id
}

/** Returns the address of an open invitation. */
export async function findOpenEmail(db: Db, id: string): Promise<string | undefined> {
  const isIt = and(eq(staffInvitation.id, id), isOpenInvitation)
  const [found] = await db.select({ email: staffInvitation.email }).from(staffInvitation).where(isIt)
  return found?.email
}

/** Starts the time of an open invitation again, and ends its link. Returns its email and role. */
export async function renewInvitation(tx: Db, id: string) {
  const { email, role } = staffInvitation
  const [renewed] = await tx
    .update(staffInvitation)
    .set({ tokenHash: null, invitedAt: sql`now()`, expiresAt: expiry })
    .where(and(eq(staffInvitation.id, id), isOpenInvitation))
    .returning({ email, role })
  return renewed
}

/** Withdraws an open invitation. Returns its email and role. */
export async function withdrawInvitation(tx: Db, id: string) {
  const { email, role } = staffInvitation
  const [withdrawn] = await tx
    .update(staffInvitation)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(staffInvitation.id, id), isOpenInvitation))
    .returning({ email, role })
  return withdrawn
}

/** Gives the open invitation of an address a link. Returns false if there is none. */
export async function setToken(db: Db, email: string, tokenHash: string): Promise<boolean> {
  const changed = await db
    .update(staffInvitation)
    .set({ tokenHash })
    .where(and(eq(staffInvitation.email, email), isOpenInvitation))
    .returning({ id: staffInvitation.id })
  return changed.length > 0
}

/** Marks an invitation as accepted, if its link still works. Of two at once, the second waits for the first and returns
 *  false. */
export async function claimInvitation(tx: Db, id: string, tokenHash: string): Promise<boolean> {
  const isWorking = and(eq(staffInvitation.tokenHash, tokenHash), sql`${staffInvitation.expiresAt} > now()`)
  const claimed = await tx
    .update(staffInvitation)
    .set({ acceptedAt: sql`now()` })
    .where(and(eq(staffInvitation.id, id), isOpenInvitation, isWorking))
    .returning({ id: staffInvitation.id })
  return claimed.length > 0
}

type NewAccount = { id: string; name: string; email: string; passwordHash: string }

/** Inserts an account with a confirmed email and a password. Returns false if the email has one. */
export async function insertAccount(tx: Db, { id, name, email, passwordHash }: NewAccount): Promise<boolean> {
  const inserted = await tx
    .insert(user)
    .values({ id, name, email, emailVerified: true })
    .onConflictDoNothing()
    .returning({ id: user.id })
  if (inserted.length === 0) return false
  await tx.insert(account).values({
    ...{ id, accountId: id, providerId: 'credential', userId: id, password: passwordHash },
  })
  return true
}
