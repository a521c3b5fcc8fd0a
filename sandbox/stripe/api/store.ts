import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import type { ApiResponse } from '../errors.ts'
import { call } from '../schema.ts'

/** A call with an idempotency key. */
export type KeyedCall = { key: string; fingerprint: string; requestId: string }

/** Reserves a key for a call. Returns false if another call has it: for a day, or for a minute without a response,
 *  which is far longer than a call takes. */
export async function reserveKey(db: Db, { key, fingerprint, requestId }: KeyedCall): Promise<boolean> {
  const reserved = await db
    .insert(call)
    .values({ key, fingerprint, requestId })
    .onConflictDoUpdate({
      target: call.key,
      set: { fingerprint, requestId, status: null, body: null, createdAt: sql`now()` },
      setWhere: sql`${call.createdAt} < now() - case when ${call.status} is null then interval '1 minute' else interval '1 day' end`,
    })
    .returning({ key: call.key })
  return reserved.length > 0
}

export async function findCall(db: Db, key: string) {
  const [found] = await db.select().from(call).where(eq(call.key, key))
  return found
}

/** Saves the response to a call. Returns false if another call has reserved the key in the meantime. */
export async function saveResponse(db: Db, keyed: KeyedCall, { status, body }: ApiResponse): Promise<boolean> {
  const saved = await db.update(call).set({ status, body }).where(isReservedBy(keyed)).returning({ key: call.key })
  return saved.length > 0
}

/** Releases the key of a call that did nothing. */
export async function releaseKey(db: Db, keyed: KeyedCall): Promise<void> {
  await db.delete(call).where(isReservedBy(keyed))
}

/** Deletes keys after a day. */
export async function deleteOldCalls(db: Db): Promise<void> {
  await db.delete(call).where(lt(call.createdAt, sql`now() - interval '1 day'`))
}

function isReservedBy({ key, requestId }: KeyedCall) {
  return and(eq(call.key, key), eq(call.requestId, requestId), isNull(call.status))
}
