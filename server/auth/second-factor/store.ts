import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { passkey, session, twoFactor } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'
import { endSessions } from '../store.ts'

/** Returns whether the user has set up an authenticator app. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const [found] = await db.select({ isOn: user.twoFactorEnabled }).from(user).where(eq(user.id, userId))
  return found?.isOn ?? false
}

/** Lists a user's passkeys, the oldest first. */
export function listPasskeys(db: Db, userId: string) {
  return db
    .select({ id: passkey.id, name: passkey.name, createdAt: passkey.createdAt })
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(asc(passkey.createdAt), asc(passkey.id))
}

/** Deletes one of a user's passkeys. Returns false if they have none with this id. */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .delete(passkey)
    .where(and(eq(passkey.id, id), eq(passkey.userId, userId)))
    .returning({ id: passkey.id })
  return deleted.length > 0
}

/** Deletes all passkeys of a user. */
export async function deletePasskeys(db: Db, userId: string): Promise<void> {
  await db.delete(passkey).where(eq(passkey.userId, userId))
}

/** Deletes the session with this token. */
export async function deleteSessionByToken(db: Db, token: string): Promise<void> {
  await db.delete(session).where(eq(session.token, token))
}

/** Removes a user's authenticator app, recovery codes and passkeys, and ends their sessions. Returns false if they have
 *  none. */
export async function removeSecondFactor(tx: Db, userId: string): Promise<boolean> {
  const changed = await tx
    .update(user)
    .set({ twoFactorEnabled: false, updatedAt: sql`now()` })
    .where(and(eq(user.id, userId), ne(user.twoFactorEnabled, false)))
    .returning({ id: user.id })
  if (changed.length === 0) return false
  await tx.delete(twoFactor).where(eq(twoFactor.userId, userId))
  await deletePasskeys(tx, userId)
  await endSessions(tx, userId)
  return true
}
