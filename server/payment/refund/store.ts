import { and, asc, eq, inArray, lte, or, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Db } from '#server/database/db.ts'
import type { ErasedValues } from '#server/database/personal-data.ts'
import { paymentIntent, refund } from '#server/database/schema/payment.ts'

export type RefundRow = typeof refund.$inferSelect
export type RefundChanges = Partial<Pick<RefundRow, 'state' | 'attempt' | 'providerId'>>

/** The number of times that a failed refund is requested at the provider without a person. */
const maxAttempts = 3

/** Inserts a refund. Returns undefined if another one has its id. */
export async function insertRefund(
  tx: Db,
  values: Omit<typeof refund.$inferInsert, 'id' | 'createdAt' | 'checkAt'> & { id?: string | undefined },
): Promise<RefundRow | undefined> {
  const [row] = await tx
    .insert(refund)
    .values({ ...values, id: values.id ?? uuid(), ...(values.state === 'succeeded' && { succeededAt: sql`now()` }) })
    .onConflictDoNothing({ target: refund.id })
    .returning()
  return row
}

/** Changes a refund. A failed one is checked again after a day. */
export async function updateRefund(tx: Db, id: string, changes: RefundChanges): Promise<void> {
  const { state } = changes
  await tx
    .update(refund)
    .set({
      ...changes,
      ...(state !== undefined && { succeededAt: state === 'succeeded' ? sql`now()` : null }),
      ...(state === 'failed' && { checkAt: sql`now() + interval '1 day'` }),
    })
    .where(eq(refund.id, id))
}

export async function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  const [found] = await db.select().from(refund).where(eq(refund.id, id))
  return found
}

/** Lists the refunds of an intent, the oldest first. */
export async function listRefunds(db: Db, intentId: string): Promise<RefundRow[]> {
  return db.select().from(refund).where(eq(refund.intentId, intentId)).orderBy(asc(refund.createdAt), asc(refund.id))
}

/** Returns the refunds of an intent in cents: on their way to the card, arrived there, and when the last arrived. */
export async function sumRefunds(tx: Db, intentId: string) {
  const [sums] = await tx
    .select({
      refundingCents: sql<number>`coalesce(sum(${refund.amount}) filter (where ${refund.state} in ('due', 'pending', 'failed')), 0)::int`,
      refundedCents: sql<number>`coalesce(sum(${refund.amount}) filter (where ${refund.state} = 'succeeded'), 0)::int`,
      refundedAt: sql`max(${refund.succeededAt})`.mapWith(refund.succeededAt),
    })
    .from(refund)
    .where(eq(refund.intentId, intentId))
  return { refundingCents: 0, refundedCents: 0, ...sums, refundedAt: (sums?.refundedAt ?? null) as Date | null }
}

/** Claims the refund that should have been checked longest ago, of one intent if given, and schedules its next check:
 *  in five minutes during its first hour, in one hour during its first day, then in six hours. Only the claimer
 *  requests it at the provider. */
export async function claimRefund(db: Db, intentId?: string): Promise<RefundRow | undefined> {
  const age = sql`now() - ${refund.createdAt}`
  const isWaiting = and(
    lte(refund.checkAt, sql`now()`),
    or(
      sql`${refund.state} in ('due', 'pending')`,
      sql`(${refund.state} = 'failed' and ${refund.attempt} < ${maxAttempts})`,
    ),
    intentId === undefined ? undefined : eq(refund.intentId, intentId),
  )
  const next = db
    .select({ id: refund.id })
    .from(refund)
    .where(isWaiting)
    .orderBy(asc(refund.checkAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(refund)
    .set({
      checkAt: sql`now() + case when ${age} < interval '1 hour' then interval '5 minutes'
        when ${age} < interval '1 day' then interval '1 hour' else interval '6 hours' end`,
    })
    .where(eq(refund.id, next))
    .returning()
  return claimed
}

/** Counts the refunds that have not arrived at a card. */
export async function countWaitingRefunds(db: Db): Promise<number> {
  return db.$count(refund, sql`${refund.state} in ('due', 'pending', 'failed')`)
}

/** Requests a failed refund again. Returns false if it has not failed. */
export async function retryRefund(tx: Db, id: string): Promise<boolean> {
  const retried = await tx
    .update(refund)
    .set({ state: 'due', attempt: sql`${refund.attempt} + 1`, providerId: null, checkAt: sql`now()` })
    .where(and(eq(refund.id, id), eq(refund.state, 'failed')))
    .returning({ id: refund.id })
  return retried.length > 0
}

/** Takes a patient out of the refunds of their payments: staff may have written about them. */
export async function eraseRefundNotes(tx: Db, patientId: string): Promise<void> {
  const nobody: ErasedValues<'refund'> = { note: '' }
  const payments = tx.select({ id: paymentIntent.id }).from(paymentIntent).where(eq(paymentIntent.patientId, patientId))
  await tx.update(refund).set(nobody).where(inArray(refund.intentId, payments))
}
