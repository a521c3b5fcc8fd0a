import { and, eq, gt, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { roles } from '#contract/access/roles.ts'
import type { Db } from '#server/database/db.ts'
import { account } from '#server/database/schema/auth.ts'
import { setupLink } from '#server/database/schema/clinic.ts'
import { user } from '#server/database/schema/user.ts'

/** Tells whether the clinic has an admin. */
export async function hasAdmin(db: Db): Promise<boolean> {
  return (await db.$count(user, eq(user.role, roles.admin))) > 0
}

/** Replaces all links by one. */
export async function replaceLink(db: Db, tokenHash: string, lifetimeSeconds: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(setupLink)
    await tx.insert(setupLink).values({ tokenHash, expiresAt: sql`now() + make_interval(secs => ${lifetimeSeconds})` })
  })
}

/** Deletes the link with this hash. Returns false if it was used already, has been replaced or is too old. Of
 *  concurrent calls one returns true. */
export async function claimLink(tx: Db, tokenHash: string): Promise<boolean> {
  const claimed = await tx
    .delete(setupLink)
    .where(and(eq(setupLink.tokenHash, tokenHash), gt(setupLink.expiresAt, sql`now()`)))
    .returning({ hash: setupLink.tokenHash })
  return claimed.length > 0
}

/** Tells whether a link is good. */
export async function isLink(db: Db, tokenHash: string): Promise<boolean> {
  const isGood = and(eq(setupLink.tokenHash, tokenHash), gt(setupLink.expiresAt, sql`now()`))
  return (await db.$count(setupLink, isGood)) > 0
}

/** Marks the user's email as confirmed and gives them a name and a password, given as its hash. */
export async function giveSignIn(tx: Db, userId: string, name: string, passwordHash: string): Promise<void> {
  await tx.update(user).set({ name, emailVerified: true, updatedAt: sql`now()` }).where(eq(user.id, userId))
  await tx
    .insert(account)
    .values({ id: uuid(), accountId: userId, providerId: 'credential', userId, password: passwordHash })
}
