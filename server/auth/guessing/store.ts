import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { account } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'

/** The hash of the password of the account with this address; undefined if there is none. */
export async function findPasswordHash(db: Db, address: string): Promise<string | undefined> {
  const [found] = await db
    .select({ password: account.password })
    .from(user)
    .innerJoin(account, and(eq(account.userId, user.id), eq(account.providerId, 'credential')))
    .where(eq(user.email, address))
  return found?.password ?? undefined
}
