import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { codeTerms } from '#contract/patient/text-code.ts'
import type { Db } from '#server/database/db.ts'
import { phoneCode } from '#server/database/schema/text-message.ts'
import { user } from '#server/database/schema/user.ts'

/** Keeps others who ask for a code for this account waiting until the transaction ends, and counts its codes.
 *  `justSent`: it got one a moment ago. */
export async function countCodesLocked(tx: Db, userId: string) {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('no key update')
  const since = (interval: string) =>
    sql<number>`count(*) filter (where ${phoneCode.createdAt} > now() - ${interval}::interval)::int`
  const [found] = await tx
    .select({ hour: since('1 hour'), justSent: since(`${codeTerms.againAfterSeconds} seconds`), day: count() })
    .from(phoneCode)
    .where(and(eq(phoneCode.userId, userId), sql`${phoneCode.createdAt} > now() - interval '1 day'`))
  return found ?? { hour: 0, justSent: 0, day: 0 }
}

/** Inserts a code. */
export async function insertCode(tx: Db, values: { id: string; userId: string; phone: string; codeHash: string }) {
  await tx.insert(phoneCode).values(values)
}

/** Locks the newest code that an account got at a number, if it is still good. */
export async function lockCode(tx: Db, { userId, phone }: { userId: string; phone: string }) {
  const [found] = await tx
    .select({
      id: phoneCode.id,
      codeHash: phoneCode.codeHash,
      tries: phoneCode.tries,
      isGood: sql<boolean>`${phoneCode.usedAt} is null and ${phoneCode.createdAt} > now() - make_interval(mins => ${codeTerms.minutes})`,
    })
    .from(phoneCode)
    .where(and(eq(phoneCode.userId, userId), eq(phoneCode.phone, phone)))
    .orderBy(desc(phoneCode.createdAt))
    .limit(1)
    .for('update')
  return found?.isGood ? found : undefined
}

/** Counts a wrong try of a code. */
export async function noteWrongTry(tx: Db, id: string): Promise<void> {
  await tx
    .update(phoneCode)
    .set({ tries: sql`${phoneCode.tries} + 1` })
    .where(eq(phoneCode.id, id))
}

/** Marks a code as entered, from when its number is proved. */
export async function noteUse(tx: Db, id: string): Promise<void> {
  await tx
    .update(phoneCode)
    .set({ usedAt: sql`now()` })
    .where(and(eq(phoneCode.id, id), isNull(phoneCode.usedAt)))
}
