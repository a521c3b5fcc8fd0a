import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/database/open.ts'
import { account, attemptBucket, user } from '#server/database/schema.ts'

const { key, fullAt } = attemptBucket
const seconds = (count: number) => sql`make_interval(secs => ${count})`

/** A bucket of so many attempts, each of which comes back after `refill` seconds. */
export type Size = { attempts: number; refill: number }

/** Takes an attempt from a bucket, by the database's clock. Undefined when there was one; otherwise the seconds until there is.
 *  Counting and deciding are one statement: however many ask at once, no more than there are get one. */
export async function takeAttempt(db: Db, bucket: string, { attempts, refill }: Size): Promise<number | undefined> {
  const next = sql`greatest(${fullAt}, now()) + ${seconds(refill)}`
  const [taken] = await db
    .insert(attemptBucket)
    .values({ key: bucket, fullAt: sql`now() + ${seconds(refill)}` })
    .onConflictDoUpdate({
      target: key,
      set: { fullAt: next },
      setWhere: sql`${next} <= now() + ${seconds(attempts * refill)}`,
    })
    .returning({ key })
  return taken ? undefined : secondsUntilNext(db, bucket, { attempts, refill })
}

async function secondsUntilNext(db: Db, bucket: string, { attempts, refill }: Size) {
  const [found] = await db
    .select({ wait: sql<number>`ceil(extract(epoch from ${fullAt} - now()))::int` })
    .from(attemptBucket)
    .where(eq(key, bucket))
  return Math.max((found?.wait ?? 0) - (attempts - 1) * refill, 1)
}

/** Puts an attempt back. */
export async function returnAttempt(db: Db, bucket: string, { refill }: Pick<Size, 'refill'>): Promise<void> {
  await db
    .update(attemptBucket)
    .set({ fullAt: sql`${fullAt} - ${seconds(refill)}` })
    .where(eq(key, bucket))
}

/** Forgets buckets that are full, a thousand at most. Those in use at this moment are left for another time: nobody waits for anybody. */
export async function deleteFullBuckets(db: Db): Promise<void> {
  const full = db
    .select({ key })
    .from(attemptBucket)
    .where(lt(fullAt, sql`now()`))
    .limit(1_000)
    .for('update', { skipLocked: true })
  await db.delete(attemptBucket).where(inArray(key, full))
}

/** The password, hashed, of the account with this address; undefined where there is none. */
export async function findPasswordHash(db: Db, address: string): Promise<string | undefined> {
  const [found] = await db
    .select({ password: account.password })
    .from(user)
    .innerJoin(account, and(eq(account.userId, user.id), eq(account.providerId, 'credential')))
    .where(eq(user.email, address))
  return found?.password ?? undefined
}
