import { eq } from 'drizzle-orm'
import type { Db } from '#server/database/open.ts'
import { user } from '#server/database/schema.ts'

/** The role of the user with this address. */
export async function findRole(db: Db, email: string): Promise<string | undefined> {
  const [found] = await db.select({ role: user.role }).from(user).where(eq(user.email, email))
  return found?.role
}
