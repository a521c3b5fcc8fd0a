import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Db } from '#server/database/db.ts'
import { paymentIntent, paymentLedger } from '#server/database/schema/payment.ts'

export type IntentRow = typeof paymentIntent.$inferSelect
type Entry = Omit<typeof paymentLedger.$inferInsert, 'id' | 'at'>

/** Selects an intent FOR UPDATE. */
export async function lockIntent(tx: Db, id: string): Promise<IntentRow | undefined> {
  const [found] = await tx.select().from(paymentIntent).where(eq(paymentIntent.id, id)).for('update')
  return found
}

/** Returns the row of an intent; undefined if it was created elsewhere. */
export async function findIntent(db: Db, id: string): Promise<IntentRow | undefined> {
  const [found] = await db.select().from(paymentIntent).where(eq(paymentIntent.id, id))
  return found
}

/** Lists a patient's intents without a booking that are or may be paid, the open one first. */
export async function listUnboundIntents(db: Db, patientId: string) {
  const { id, state, amount } = paymentIntent
  return db
    .select({ id, state, amount })
    .from(paymentIntent)
    .where(
      and(
        eq(paymentIntent.patientId, patientId),
        isNull(paymentIntent.bookingId),
        inArray(state, ['open', 'unclaimed']),
      ),
    )
    .orderBy(asc(state), desc(paymentIntent.createdAt))
    .limit(5)
}

/** Counts a patient's intents without a booking, in any state. */
export async function countUnboundIntents(db: Db, patientId: string): Promise<number> {
  return db.$count(paymentIntent, and(eq(paymentIntent.patientId, patientId), isNull(paymentIntent.bookingId)))
}

/** Returns the id of a booking's open intent, and the number of its intents in any state. */
export async function findOpenIntent(db: Db, bookingId: string): Promise<{ openId: string | null; count: number }> {
  const [found] = await db
    .select({ openId: sql<string | null>`max(id) filter (where state = 'open')`, count: count() })
    .from(paymentIntent)
    .where(eq(paymentIntent.bookingId, bookingId))
  return found ?? { openId: null, count: 0 }
}

/** Inserts a new intent. Returns false if its booking (or, without a booking, its patient) already has an open one. */
export async function insertIntent(
  db: Db,
  intent: Pick<IntentRow, 'id' | 'bookingId' | 'patientId' | 'amount' | 'currency'>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const inserted = await tx
      .insert(paymentIntent)
      .values(intent)
      .onConflictDoNothing()
      .returning({ id: paymentIntent.id })
    if (inserted.length === 0) return false
    const { id: intentId, bookingId, amount, currency } = intent
    await appendEntry(tx, { kind: 'made', intentId, bookingId, amount, currency })
    return true
  })
}

/** Inserts an intent, or updates its state and booking. */
export async function upsertIntent(
  tx: Db,
  row: Pick<IntentRow, 'id' | 'bookingId' | 'patientId' | 'amount' | 'currency' | 'state'>,
): Promise<void> {
  const { state, bookingId } = row
  await tx
    .insert(paymentIntent)
    .values({ ...row, due: sql`now()` })
    .onConflictDoUpdate({ target: paymentIntent.id, set: { state, bookingId, due: sql`now()` } })
}

/** Sets the refunded cents of a locked intent, and its state. */
export async function saveRefunded(tx: Db, id: string, changes: Pick<IntentRow, 'refunded' | 'state'>): Promise<void> {
  await tx.update(paymentIntent).set(changes).where(eq(paymentIntent.id, id))
}

/** Sets the provider's state of a dispute and records it in the ledger. Returns false if it is known already. */
export async function saveDispute(db: Db, id: string, dispute: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [updated] = await tx
      .update(paymentIntent)
      .set({ dispute, disputedAt: sql`now()` })
      .where(and(eq(paymentIntent.id, id), sql`${paymentIntent.dispute} is distinct from ${dispute}`))
      .returning()
    if (!updated) return false
    const { bookingId, amount, currency } = updated
    await appendEntry(tx, { kind: 'disputed', intentId: id, bookingId, amount, currency, detail: dispute })
    return true
  })
}

/** Changes an intent's state and records it in the ledger. Returns false if its state is not `from` any more. */
export async function updateState(
  db: Db,
  id: string,
  from: IntentRow['state'],
  to: IntentRow['state'],
  entry: Pick<Entry, 'reference' | 'detail'> = {},
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [updated] = await tx
      .update(paymentIntent)
      .set({ state: to })
      .where(and(eq(paymentIntent.id, id), eq(paymentIntent.state, from)))
      .returning()
    if (!updated) return false
    if (to === 'open') throw new Error('An intent is never reopened')
    const { bookingId, amount, currency } = updated
    await appendEntry(tx, { kind: to, intentId: id, bookingId, amount, currency, ...entry })
    return true
  })
}

/** Appends to the ledger. Returns false if it already has that event, or that kind of entry for the intent. */
export async function appendEntry(db: Db, entry: Entry): Promise<boolean> {
  const inserted = await db
    .insert(paymentLedger)
    .values({ ...entry, id: uuid() })
    .onConflictDoNothing()
    .returning({ id: paymentLedger.id })
  return inserted.length > 0
}

/** Returns whether an event is in the ledger. `reference` is the provider's id of it. */
export async function hasEvent(db: Db, reference: string): Promise<boolean> {
  const isEvent = and(eq(paymentLedger.kind, 'event'), eq(paymentLedger.reference, reference))
  return (await db.$count(paymentLedger, isEvent)) > 0
}

/** Claims the open or unclaimed intent that has been due longest and schedules its next check: in five minutes during
 *  its first hour, in one hour during its first day, then in six hours. `hours` is its age. `isCancelled`: its booking
 *  is cancelled. */
export async function claimDueIntent(
  db: Db,
): Promise<{ id: string; state: IntentRow['state']; hours: number; isCancelled: boolean } | undefined> {
  const age = sql`now() - ${paymentIntent.createdAt}`
  const [claimed] = await db
    .update(paymentIntent)
    .set({
      due: sql`now() + case when ${age} < interval '1 hour' then interval '5 minutes'
        when ${age} < interval '1 day' then interval '1 hour' else interval '6 hours' end`,
    })
    .where(
      sql`${paymentIntent.id} = (
        SELECT next.id FROM ${paymentIntent} AS next WHERE next.state IN ('open', 'unclaimed') AND next.due <= now()
        ORDER BY next.due LIMIT 1 FOR UPDATE SKIP LOCKED)`,
    )
    .returning({
      id: paymentIntent.id,
      state: paymentIntent.state,
      hours: sql<number>`(extract(epoch from ${age}) / 3600)::float8`,
      isCancelled: sql<boolean>`exists (SELECT 1 FROM booking AS paid
        WHERE paid.id = ${paymentIntent.bookingId} AND paid.status = 'cancelled')`,
    })
  return claimed
}
