import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { isLiveSession, session, verification } from '#server/database/schema/auth.ts'
import { calendarFeed } from '#server/database/schema/booking.ts'
import { patientUser } from '#server/database/schema/patient.ts'
import { user } from '#server/database/schema/user.ts'

/** Returns a user's live sessions, the last used first, without their tokens. */
export function listSessions(db: Db, userId: string) {
  const { id, userAgent, ipAddress, createdAt, usedAt } = session
  return db
    .select({ id, userAgent, ipAddress, createdAt, usedAt })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(eq(session.userId, userId), isLiveSession))
    .orderBy(desc(usedAt), desc(createdAt), session.id)
}
export type SessionRow = Awaited<ReturnType<typeof listSessions>>[number]

/** Deletes one of a user's sessions. Returns false if the user has no session with this id. */
export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .delete(session)
    .where(and(eq(session.id, id), eq(session.userId, userId)))
    .returning({ id: session.id })
  return deleted.length > 0
}

/** Deletes all sessions of a user but `keptId`, and the address of their calendar feed. */
export async function deleteOtherSessions(db: Db, userId: string, keptId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(session).where(and(eq(session.userId, userId), ne(session.id, keptId)))
    await tx.delete(calendarFeed).where(eq(calendarFeed.userId, userId))
  })
}

/** Notes that the user of a session has proved who they are. */
export async function confirmSession(db: Db, id: string): Promise<void> {
  await db.update(session).set({ confirmedAt: sql`now()` }).where(eq(session.id, id))
}

/** Returns what an account has: a verified email, a second factor. */
export async function findAccountState(db: Db, userId: string) {
  const [found] = await db
    .select({ emailConfirmed: user.emailVerified, hasSecondFactor: user.twoFactorEnabled })
    .from(user)
    .where(eq(user.id, userId))
  return found ?? { emailConfirmed: false, hasSecondFactor: false }
}

/** Replaces the email of an account, unless `former` is no longer its email, and ends its sessions and links. Returns
 *  the ids of its own patient.
 *  @throws the database's error if another account has the email */
export async function updateEmail(
  tx: Db,
  { userId, former, email }: { userId: string; former: string; email: string },
): Promise<string[] | undefined> {
  const changed = await tx
    .update(user)
    .set({ email, emailVerified: true, updatedAt: sql`now()` })
    .where(and(eq(user.id, userId), eq(user.email, former)))
    .returning({ id: user.id })
  if (changed.length === 0) return undefined
  await tx.delete(session).where(eq(session.userId, userId))
  await tx.delete(verification).where(eq(verification.value, userId))
  const own = await tx
    .select({ id: patientUser.patientId })
    .from(patientUser)
    .where(and(eq(patientUser.userId, userId), eq(patientUser.relation, 'self')))
  return own.map(({ id }) => id)
}
