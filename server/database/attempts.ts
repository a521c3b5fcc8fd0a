import { createHmac, hkdfSync } from 'node:crypto'
import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from './db.ts'
import { attemptBucket } from './schema/auth.ts'

const { key, fullAt } = attemptBucket
const seconds = (count: number) => sql`make_interval(secs => ${count})`

/** Size of a bucket: so many attempts, each of which comes back after `refill` seconds. */
export type Size = { attempts: number; refill: number }

/** Limits on attempts, shared by all instances. `kind` says what is limited, `subject` whose attempts they are: an email address,
 *  a client address, a user id. The table holds keyed hashes of both, so it names nobody. */
export function openLimits(db: Db, secret: string) {
  const hashKey = Buffer.from(hkdfSync('sha256', secret, '', 'attempt limits', 32))
  const bucketOf = (kind: string, subject: string) =>
    createHmac('sha256', hashKey)
      .update(JSON.stringify([kind, subject]))
      .digest('base64url')

  return {
    /** Takes an attempt. Returns undefined on success, otherwise the seconds until the next one is free. */
    take: (kind: string, subject: string, size: Size) => takeAttempt(db, bucketOf(kind, subject), size),
    /** Returns an attempt that should not count, and deletes buckets that are full again. */
    giveBack: async (kind: string, subject: string, size: Size) => {
      await returnAttempt(db, bucketOf(kind, subject), size)
      await deleteFullBuckets(db)
    },
    /** Looks without taking: the seconds until the next attempt is free, undefined when one is free now. */
    wait: (kind: string, subject: string, size: Size) => findWait(db, bucketOf(kind, subject), size),
  }
}

// Counting and deciding are one statement, by the database's clock: concurrent callers never get more than there are.
async function takeAttempt(db: Db, bucket: string, size: Size): Promise<number | undefined> {
  const next = sql`greatest(${fullAt}, now()) + ${seconds(size.refill)}`
  const [taken] = await db
    .insert(attemptBucket)
    .values({ key: bucket, fullAt: sql`now() + ${seconds(size.refill)}` })
    .onConflictDoUpdate({
      target: key,
      set: { fullAt: next },
      setWhere: sql`${next} <= now() + ${seconds(size.attempts * size.refill)}`,
    })
    .returning({ key })
  // An attempt can come back between the two statements; the caller was refused all the same.
  return taken ? undefined : ((await findWait(db, bucket, size)) ?? 1)
}

async function findWait(db: Db, bucket: string, { attempts, refill }: Size): Promise<number | undefined> {
  const [found] = await db
    .select({ untilFull: sql<number>`ceil(extract(epoch from ${fullAt} - now()))::int` })
    .from(attemptBucket)
    .where(eq(key, bucket))
  const wait = (found?.untilFull ?? 0) - (attempts - 1) * refill
  return wait > 0 ? wait : undefined
}

async function returnAttempt(db: Db, bucket: string, { refill }: Size): Promise<void> {
  await db
    .update(attemptBucket)
    .set({ fullAt: sql`${fullAt} - ${seconds(refill)}` })
    .where(eq(key, bucket))
}

// A thousand at most. Rows in use at this moment are skipped, so nobody waits for a lock.
async function deleteFullBuckets(db: Db): Promise<void> {
  const full = db
    .select({ key })
    .from(attemptBucket)
    .where(lt(fullAt, sql`now()`))
    .limit(1_000)
    .for('update', { skipLocked: true })
  await db.delete(attemptBucket).where(inArray(key, full))
}
