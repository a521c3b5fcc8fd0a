import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { roles } from '#contract/access/roles.ts'
import type { Db } from '#server/database/db.ts'
import { prepared } from '#server/database/prepared.ts'
import { account, isLiveSession, passkey, session, twoFactor, verification } from '#server/database/schema/auth.ts'
import { calendarFeed } from '#server/database/schema/booking.ts'
import { patientUser } from '#server/database/schema/patient.ts'
import { staff } from '#server/database/schema/staff.ts'
import { user } from '#server/database/schema/user.ts'

// The account's own patient comes first. Whoever is of age and has not agreed is left out. `tie_sees()` holds for an
// own patient as well, but costs a call for each request.
const patientIds = sql<string[]>`array(
  select tie.patient_id from ${patientUser} as tie where tie.user_id = ${user.id}
    and (tie.relation = 'self' or tie_sees(tie.relation, tie.patient_id, tie.created_at, tie.agreed_at))
  order by tie.relation <> 'self')`

const sessionUser = prepared((db) =>
  db
    .select({
      userId: user.id,
      sessionId: session.id,
      email: user.email,
      name: user.name,
      patientIds,
      storedRole: user.role,
      doctorId: staff.doctorId,
      // A second factor that was turned off on another device no longer counts here.
      hasSecondFactor: sql<boolean>`(${session.secondFactorAt} is not null and ${user.twoFactorEnabled})`,
      isConfirmed: sql<boolean>`${session.confirmedAt} > now() - interval '1 hour'`,
      hasConfirmedEmail: user.emailVerified,
      isUnused: sql<boolean>`${session.usedAt} < now() - interval '1 minute'`,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .leftJoin(staff, and(eq(staff.userId, user.id), isNull(staff.endedAt)))
    .where(and(eq(session.id, sql.placeholder('sessionId')), isLiveSession))
    .prepare('session_user'),
)

/** Returns the user of a live session. `storedRole` grants nothing: `createIdentity()` decides which role they have in
 *  this session. `doctorId`: the doctor whom a dentist's account belongs to. `hasSecondFactor`: they passed it in this
 *  session. `isConfirmed`: they proved who they are within the hour. `isUnused`: the session was not used in the last
 *  minute. */
export async function findSessionUser(db: Db, sessionId: string) {
  const [found] = await sessionUser(db).execute({ sessionId })
  return found
}

/** Tells whether a session that is no longer live is one of staff that nobody used for 30 minutes (`isLiveSession`). */
export async function isIdleSession(db: Db, sessionId: string): Promise<boolean> {
  const [found] = await db
    .select({ isIdle: sql<boolean>`${session.usedAt} <= now() - interval '30 minutes'` })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(eq(session.id, sessionId), ne(user.role, roles.patient)))
  return found?.isIdle ?? false
}

/** Notes that a person uses a session. */
export async function touchSession(db: Db, sessionId: string) {
  await db.update(session).set({ usedAt: sql`now()` }).where(eq(session.id, sessionId))
}

/** Marks the user's email as verified. */
export async function markVerified(db: Db, userId: string) {
  await db.update(user).set({ emailVerified: true }).where(eq(user.id, userId))
}

/** Returns the user with this email. */
export async function findUser(db: Db, email: string) {
  const [found] = await db.select({ id: user.id }).from(user).where(eq(user.email, email))
  return found
}

/** Returns the email of an account. */
export async function findEmailOf(db: Db, userId: string): Promise<string | undefined> {
  const [found] = await db.select({ email: user.email }).from(user).where(eq(user.id, userId))
  return found?.email
}

/** Returns the password hash of the user with this email; undefined if they have no password or do not exist. */
export async function findPasswordHash(db: Db, email: string): Promise<string | undefined> {
  const [found] = await db
    .select({ password: account.password })
    .from(user)
    .innerJoin(account, and(eq(account.userId, user.id), eq(account.providerId, 'credential')))
    .where(eq(user.email, email))
  return found?.password ?? undefined
}

/** Removes all that a user can sign in with, and ends their sessions and the address of their calendar feed. */
export async function removeSignIns(tx: Db, userId: string) {
  await endSessions(tx, userId)
  for (const table of [account, passkey, twoFactor]) await tx.delete(table).where(eq(table.userId, userId))
  await tx.delete(verification).where(eq(verification.value, userId))
  await tx.update(user).set({ twoFactorEnabled: false }).where(eq(user.id, userId))
}

/** Ends all sessions of a user, and the address of their calendar feed. */
export async function endSessions(tx: Db, userId: string) {
  await tx.delete(session).where(eq(session.userId, userId))
  await tx.delete(calendarFeed).where(eq(calendarFeed.userId, userId))
}

/** Deletes a user's credentials and sessions. Bookings stay. */
export async function revokeAccess(db: Db, userId: string) {
  await endSessions(db, userId)
  await db.delete(account).where(eq(account.userId, userId))
}

/** Replaces a password hash with another of the same password. Unlike a new password, it ends neither sessions nor
 *  reset links. */
export async function replacePasswordHash(db: Db, old: string, hash: string) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('clinic.same_password', 'on', true)`)
    // The salt makes a hash unique.
    await tx.update(account).set({ password: hash }).where(eq(account.password, old))
  })
}

/** Tells whether an email has an account. */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  return (await db.$count(user, eq(user.email, email))) > 0
}
