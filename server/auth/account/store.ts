import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { session } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'

/** A user's sessions that have not ended, the last used first; their secrets stay behind. */
export function listSessions(db: Db, userId: string) {
  const { id, userAgent, ipAddress, createdAt, updatedAt } = session
  return db
    .select({ id, userAgent, ipAddress, createdAt, updatedAt })
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, sql`now()`)))
    .orderBy(desc(updatedAt), desc(createdAt), id)
}
export type SessionRow = Awaited<ReturnType<typeof listSessions>>[number]

/** Ends a session if it is the user's. Tells whether it was. */
export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(session)
    .where(and(eq(session.id, id), eq(session.userId, userId)))
    .returning({ id: session.id })
  return ended.length > 0
}

/** Ends all sessions of a user but one. */
export async function deleteOtherSessions(db: Db, userId: string, kept: string): Promise<void> {
  await db.delete(session).where(and(eq(session.userId, userId), ne(session.id, kept)))
}

/** Whether the user's address was confirmed. */
export async function isConfirmed(db: Db, userId: string): Promise<boolean> {
  const [found] = await db.select({ confirmed: user.emailVerified }).from(user).where(eq(user.id, userId))
  return found?.confirmed ?? false
}
