import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { account } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'

/** Returns the password hash of the user with this email; undefined if they have no password or do not exist. */
export async function findPasswordHash(db: Db, email: string): Promise<string | undefined> {
  const [found] = await db
    .select({ password: account.password })
    .from(user)
    .innerJoin(account, and(eq(account.userId, user.id), eq(account.providerId, 'credential')))
    .where(eq(user.email, email))
  return found?.password ?? undefined
}
