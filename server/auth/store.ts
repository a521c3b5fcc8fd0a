import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#server/database/open.ts'
import { prepared } from '#server/database/prepared.ts'
import { account, session, user } from '#server/database/schema.ts'

const sessionUser = prepared((db) =>
  db
    .select({ userId: user.id, sessionId: session.id, email: user.email, name: user.name, role: user.role })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(eq(session.id, sql.placeholder('sessionId')), gt(session.expiresAt, sql`now()`)))
    .prepare('session_user'),
)

/** The user of a session that has not ended. */
export async function findSessionUser(db: Db, sessionId: string) {
  const [found] = await sessionUser(db).execute({ sessionId })
  return found
}

/** Gives the user with this address a role. */
export async function updateRole(db: Db, email: string, role: 'patient' | 'admin') {
  await db.update(user).set({ role }).where(eq(user.email, email))
}

/** Takes a user's address for their own. */
export async function markVerified(db: Db, userId: string) {
  await db.update(user).set({ emailVerified: true }).where(eq(user.id, userId))
}

/** The user with this address. */
export async function findUser(db: Db, email: string) {
  const [found] = await db.select({ id: user.id, role: user.role }).from(user).where(eq(user.email, email))
  return found
}

/** Whether a user can sign in by password. */
export async function hasPassword(db: Db, userId: string) {
  const found = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.userId, userId), eq(account.providerId, 'credential')))
  return found.length > 0
}

/** Takes every way in and every open session from a user. Bookings stay. */
export async function deleteWaysIn(db: Db, userId: string) {
  await db.delete(session).where(eq(session.userId, userId))
  await db.delete(account).where(eq(account.userId, userId))
}
