import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { emailChange } from '#server/database/schema/auth.ts'

export type EmailChangeRow = typeof emailChange.$inferSelect

/** Notes the new email that an account asks for, in place of an earlier one, whose link ends thereby. */
export async function replaceEmailChange(tx: Db, row: Omit<EmailChangeRow, 'createdAt'>): Promise<void> {
  const createdAt = new Date()
  await tx
    .insert(emailChange)
    .values({ ...row, createdAt })
    .onConflictDoUpdate({ target: emailChange.userId, set: { ...row, createdAt } })
}

/** Returns the new email that an account waits for at `now`. */
export async function findEmailChange(db: Db, userId: string, now: Date): Promise<EmailChangeRow | undefined> {
  const [found] = await db
    .select()
    .from(emailChange)
    .where(and(eq(emailChange.userId, userId), gt(emailChange.expiresAt, now)))
  return found
}

/** Locks the change of a link and returns it. */
export async function lockEmailChange(tx: Db, id: string): Promise<EmailChangeRow | undefined> {
  const [found] = await tx.select().from(emailChange).where(eq(emailChange.id, id)).for('update')
  return found
}

/** Deletes the new email that an account waits for, and returns it. */
export async function deleteEmailChange(tx: Db, userId: string): Promise<EmailChangeRow | undefined> {
  const [deleted] = await tx.delete(emailChange).where(eq(emailChange.userId, userId)).returning()
  return deleted
}
