import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { call } from '../schema.ts'

/** A call under an idempotency key. */
export type KeyedCall = { key: string; fingerprint: string; requestId: string }

/** Takes the key for this call. False when another has it: it is remembered for a day, or for a minute while it has no answer,
 *  which is far longer than one takes. */
export async function claimKey(db: Db, { key, fingerprint, requestId }: KeyedCall): Promise<boolean> {
  const taken = await db
    .insert(call)
    .values({ key, fingerprint, requestId })
    .onConflictDoUpdate({
      target: call.key,
      set: { fingerprint, requestId, status: null, body: null, createdAt: sql`now()` },
      setWhere: sql`${call.createdAt} < now() - case when ${call.status} is null then interval '1 minute' else interval '1 day' end`,
    })
    .returning({ key: call.key })
  return taken.length > 0
}

export async function findCall(db: Db, key: string) {
  const [found] = await db.select().from(call).where(eq(call.key, key))
  return found
}

/** Keeps the answer for whoever calls again. False when the key was taken over meanwhile. */
export async function keepAnswer(
  db: Db,
  { key, requestId }: KeyedCall,
  status: number,
  body: object,
): Promise<boolean> {
  const kept = await db
    .update(call)
    .set({ status, body })
    .where(and(eq(call.key, key), eq(call.requestId, requestId), isNull(call.status)))
    .returning({ key: call.key })
  return kept.length > 0
}

/** Gives up a key whose call did nothing. */
export async function releaseKey(db: Db, { key, requestId }: KeyedCall): Promise<void> {
  await db.delete(call).where(and(eq(call.key, key), eq(call.requestId, requestId), isNull(call.status)))
}

/** Forgets keys after a day. */
export async function deleteOldCalls(db: Db): Promise<void> {
  await db.delete(call).where(lt(call.createdAt, sql`now() - interval '1 day'`))
}
