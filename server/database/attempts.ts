import { createHmac, hkdfSync } from 'node:crypto'
import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from './db.ts'
import { attemptBucket } from './schema/auth.ts'

const { key, fullAt } = attemptBucket
const seconds = (count: number) => sql`make_interval(secs => ${count})`

/** Size of a bucket: up to `attempts`, refilled one every `refillSeconds`. */
export type Size = { attempts: number; refillSeconds: number }

/** Limits attempts across all instances. `kind` names the limit; `subject` is an email, a client address or a user id.
 *  The table contains only keyed hashes of them. */
export function openLimits(db: Db, secret: string) {
  const hashKey = Buffer.from(hkdfSync('sha256', secret, '', 'attempt limits', 32))
  const bucketOf = (kind: string, subject: string) =>
    createHmac('sha256', hashKey)
      .update(JSON.stringify([kind, subject]))
      .digest('base64url')

  return {
    /** Takes an attempt. Returns undefined on success, otherwise the seconds until one is available. */
    take: (kind: string, subject: string, size: Size) => takeAttempt(db, bucketOf(kind, subject), size),
    /** Returns an attempt that should not count, and deletes buckets that are full again. */
    giveBack: async (kind: string, subject: string, size: Size) => {
      await returnAttempt(db, bucketOf(kind, subject), size)
      await deleteFullBuckets(db)
    },
    /** Returns the seconds until an attempt is available, undefined if one is available now. Takes none. */
    wait: (kind: string, subject: string, size: Size) => findWait(db, bucketOf(kind, subject), size),
  }
}

// One statement counts and decides by the database's clock, so that concurrent callers never exceed the limit.
async function takeAttempt(db: Db, bucket: string, size: Size): Promise<number | undefined> {
  const next = sql`greatest(${sound(size)}, now()) + ${seconds(size.refillSeconds)}`
  const [taken] = await db
    .insert(attemptBucket)
    .values({ key: bucket, fullAt: sql`now() + ${seconds(size.refillSeconds)}` })
    .onConflictDoUpdate({
      target: key,
      set: { fullAt: next },
      setWhere: sql`${next} <= now() + ${seconds(size.attempts * size.refillSeconds)}`,
    })
    .returning({ key })
  // An attempt can become available between the two statements, but this caller was refused.
  return taken ? undefined : ((await findWait(db, bucket, size)) ?? 1)
}

// After the clock was set back, a bucket would stay empty for as long. One that is emptier than empty has one attempt
// instead. The minute is for concurrent transactions, each of which has its own now().
function sound({ attempts, refillSeconds }: Size) {
  const empty = seconds(attempts * refillSeconds)
  return sql`case when ${fullAt} > now() + ${empty} + interval '1 minute'
    then now() + ${empty} - ${seconds(refillSeconds)} else ${fullAt} end`
}

async function findWait(db: Db, bucket: string, size: Size): Promise<number | undefined> {
  const { attempts, refillSeconds } = size
  const [found] = await db
    .select({ untilFull: sql<number>`ceil(extract(epoch from ${sound(size)} - now()))::int` })
    .from(attemptBucket)
    .where(eq(key, bucket))
  const wait = (found?.untilFull ?? 0) - (attempts - 1) * refillSeconds
  return wait > 0 ? wait : undefined
}

async function returnAttempt(db: Db, bucket: string, { refillSeconds }: Size): Promise<void> {
  await db
    .update(attemptBucket)
    .set({ fullAt: sql`${fullAt} - ${seconds(refillSeconds)}` })
    .where(eq(key, bucket))
}

// At most a thousand per call. Skips locked rows, so that no request waits for a lock.
async function deleteFullBuckets(db: Db): Promise<void> {
  const full = db
    .select({ key })
    .from(attemptBucket)
    .where(lt(fullAt, sql`now()`))
    .limit(1_000)
    .for('update', { skipLocked: true })
  await db.delete(attemptBucket).where(inArray(key, full))
}
