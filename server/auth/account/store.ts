import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { session } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'

/** Returns a user's sessions that have not expired, the last used first, without their tokens. */
export function listSessions(db: Db, userId: string) {
  const { id, userAgent, ipAddress, createdAt, updatedAt } = session
  return db
    .select({ id, userAgent, ipAddress, createdAt, updatedAt })
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, sql`now()`)))
    .orderBy(desc(updatedAt), desc(createdAt), id)
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

/** Deletes all sessions of a user but `keptId`. */
export async function deleteOtherSessions(db: Db, userId: string, keptId: string): Promise<void> {
  await db.delete(session).where(and(eq(session.userId, userId), ne(session.id, keptId)))
}

/** Tells whether the user's email is verified. */
export async function isEmailVerified(db: Db, userId: string): Promise<boolean> {
  const [found] = await db.select({ verified: user.emailVerified }).from(user).where(eq(user.id, userId))
  return found?.verified ?? false
}
