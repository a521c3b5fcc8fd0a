import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { idsOfBookings } from '#server/booking/personal-queries.ts'
import type { Db } from '#server/database/db.ts'
import type { ErasedValues } from '#server/database/personal-data.ts'
import { charge } from '#server/database/schema/charge.ts'
import { payment, paymentIntent, refund } from '#server/database/schema/payment.ts'

export type RefundRow = typeof refund.$inferSelect
/** A refund that goes back through the card provider. */
export type CardRefund = RefundRow & { intentId: string }
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
export async function listRefunds(db: Db, intentId: string): Promise<CardRefund[]> {
  const rows = await db
    .select()
    .from(refund)
    .where(eq(refund.intentId, intentId))
    .orderBy(asc(refund.createdAt), asc(refund.id))
  return rows.map((row) => ({ ...row, intentId }))
}

/** Lists the refunds of an appointment, the oldest first. */
export async function listRefundsOf(db: Db, bookingId: string): Promise<RefundRow[]> {
  return db
    .select(getTableColumns(refund))
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .where(eq(payment.bookingId, bookingId))
    .orderBy(asc(refund.createdAt), asc(refund.id))
}

/** Returns the refunds of an intent in cents: on their way to the card, and arrived there. */
export async function sumRefunds(tx: Db, intentId: string) {
  const [sums] = await tx
    .select({
      refundingCents: sql<number>`coalesce(sum(${refund.amount}) filter (where ${refund.state} in ('due', 'pending', 'failed')), 0)::int`,
      refundedCents: sql<number>`coalesce(sum(${refund.amount}) filter (where ${refund.state} = 'succeeded'), 0)::int`,
    })
    .from(refund)
    .where(eq(refund.intentId, intentId))
  return { refundingCents: 0, refundedCents: 0, ...sums }
}

/** Claims the refund at the provider that should have been checked longest ago, of one intent if given, and schedules
 *  its next check: in five minutes during its first hour, in one hour during its first day, then in six hours. Only the
 *  claimer requests it at the provider. */
export async function claimRefund(db: Db, intentId?: string): Promise<CardRefund | undefined> {
  const age = sql`now() - ${refund.createdAt}`
  const isWaiting = and(
    isNotNull(refund.intentId),
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
  return claimed?.intentId ? { ...claimed, intentId: claimed.intentId } : undefined
}

/** Counts the refunds that have not arrived at a card. */
export async function countWaitingRefunds(db: Db): Promise<number> {
  return db.$count(refund, and(isNotNull(refund.intentId), sql`${refund.state} in ('due', 'pending', 'failed')`))
}

/** Records that money was handed out, or sent by transfer. Returns false if that was not due. */
export async function handOutRefund(tx: Db, id: string): Promise<boolean> {
  const handed = await tx
    .update(refund)
    .set({ state: 'succeeded', succeededAt: sql`now()` })
    .where(and(eq(refund.id, id), eq(refund.state, 'due'), isNull(refund.intentId)))
    .returning({ id: refund.id })
  return handed.length > 0
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

/** Takes a patient out of the charges, payments and refunds of their appointments: staff may have written about
 *  them. */
export async function erasePaymentNotes(tx: Db, patientId: string): Promise<void> {
  const nobody: ErasedValues<'refund'> = { note: '' }
  const intents = tx.select({ id: paymentIntent.id }).from(paymentIntent).where(eq(paymentIntent.patientId, patientId))
  const bookings = idsOfBookings(tx, patientId)
  const payments = tx.select({ id: payment.id }).from(payment).where(inArray(payment.bookingId, bookings))
  await tx
    .update(refund)
    .set(nobody)
    .where(or(inArray(refund.intentId, intents), inArray(refund.paymentId, payments)))
  const noReference: ErasedValues<'payment'> = { reference: '', voidReason: '' }
  await tx.update(payment).set(noReference).where(inArray(payment.bookingId, bookings))
  const noReason: ErasedValues<'charge'> = { reason: '' }
  await tx.update(charge).set(noReason).where(inArray(charge.bookingId, bookings))
}
