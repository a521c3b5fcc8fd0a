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

/** The booking that an intent is kept for, if any. */
export async function findIntentBooking(db: Db, id: string): Promise<string | null> {
  const [found] = await db.select({ of: paymentIntent.bookingId }).from(paymentIntent).where(eq(paymentIntent.id, id))
  return found?.of ?? null
}

/** The patient of an intent that was made here. */
export async function findIntentPatient(db: Db, id: string): Promise<string | undefined> {
  const [found] = await db.select({ of: paymentIntent.patientId }).from(paymentIntent).where(eq(paymentIntent.id, id))
  return found?.of
}

/** A patient's intents without a booking that may have been paid or can still be, the open one first. */
export async function listIntentsAlone(db: Db, patientId: string) {
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

/** How many intents without a booking a patient has had. */
export async function countIntentsAlone(db: Db, patientId: string): Promise<number> {
  return db.$count(paymentIntent, and(eq(paymentIntent.patientId, patientId), isNull(paymentIntent.bookingId)))
}

/** The intent with which a booking can be paid, and how many there have been. */
export async function findOpenIntent(db: Db, bookingId: string): Promise<{ open: string | null; made: number }> {
  const [found] = await db
    .select({ open: sql<string | null>`max(id) filter (where state = 'open')`, made: count() })
    .from(paymentIntent)
    .where(eq(paymentIntent.bookingId, bookingId))
  return found ?? { open: null, made: 0 }
}

/** Keeps an intent that was just made; returns false when its booking, or its patient for one without a booking, has another open one. */
export async function insertIntent(
  db: Db,
  made: Pick<IntentRow, 'id' | 'bookingId' | 'patientId' | 'amount' | 'currency'>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const inserted = await tx
      .insert(paymentIntent)
      .values(made)
      .onConflictDoNothing()
      .returning({ id: paymentIntent.id })
    if (inserted.length === 0) return false
    const { id: intentId, bookingId, amount, currency } = made
    await appendEntry(tx, { kind: 'made', intentId, bookingId, amount, currency })
    return true
  })
}

/** Writes what an intent has become, known before or not. */
export async function saveIntent(tx: Db, row: Omit<IntentRow, 'due' | 'createdAt'>): Promise<void> {
  const { state, bookingId } = row
  await tx
    .insert(paymentIntent)
    .values({ ...row, due: sql`now()` })
    .onConflictDoUpdate({ target: paymentIntent.id, set: { state, bookingId, due: sql`now()` } })
}

/** Moves an intent on if it still is where it was; false if it isn't. */
export async function updateState(
  db: Db,
  id: string,
  from: IntentRow['state'],
  to: IntentRow['state'],
  entry: Pick<Entry, 'reference' | 'detail'> = {},
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [moved] = await tx
      .update(paymentIntent)
      .set({ state: to })
      .where(and(eq(paymentIntent.id, id), eq(paymentIntent.state, from)))
      .returning()
    if (!moved) return false
    if (to === 'open') throw new Error('An intent never opens again')
    const { bookingId, amount, currency } = moved
    await appendEntry(tx, { kind: to, intentId: id, bookingId, amount, currency, ...entry })
    return true
  })
}

/** Adds to the ledger; false for an event, or a step of an intent, that it has already. */
export async function appendEntry(db: Db, entry: Entry): Promise<boolean> {
  const added = await db
    .insert(paymentLedger)
    .values({ ...entry, id: uuid() })
    .onConflictDoNothing()
    .returning({ id: paymentLedger.id })
  return added.length > 0
}

/** Whether an event was handled. */
export async function hasEvent(db: Db, reference: string): Promise<boolean> {
  const ofEvent = and(eq(paymentLedger.kind, 'event'), eq(paymentLedger.reference, reference))
  const found = await db.select({ id: paymentLedger.id }).from(paymentLedger).where(ofEvent)
  return found.length > 0
}

/** Takes the open, unclaimed or refunding intent that has waited longest to be asked about, and says when it is due next: in five minutes, from
 *  its second hour on in one hour, from its second day on in six. `hours` is how old it is. */
export async function claimDueIntent(
  db: Db,
): Promise<{ id: string; state: IntentRow['state']; hours: number } | undefined> {
  const age = sql`now() - ${paymentIntent.createdAt}`
  const [claimed] = await db
    .update(paymentIntent)
    .set({
      due: sql`now() + case when ${age} < interval '1 hour' then interval '5 minutes'
        when ${age} < interval '1 day' then interval '1 hour' else interval '6 hours' end`,
    })
    .where(
      sql`${paymentIntent.id} = (
        SELECT next.id FROM ${paymentIntent} AS next WHERE next.state IN ('open', 'unclaimed', 'refunding') AND next.due <= now()
        ORDER BY next.due LIMIT 1 FOR UPDATE SKIP LOCKED)`,
    )
    .returning({
      id: paymentIntent.id,
      state: paymentIntent.state,
      hours: sql<number>`(extract(epoch from ${age}) / 3600)::float8`,
    })
  return claimed
}
