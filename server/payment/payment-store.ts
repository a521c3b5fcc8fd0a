import { and, asc, desc, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm'
import type { Cents } from '#contract/kit/money/amount.ts'
import { findAnyBooking } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { type ChargeKind, charge } from '#server/database/schema/charge.ts'
import { payment } from '#server/database/schema/payment.ts'
import { till } from '#server/database/schema/till.ts'
import { treatment } from '#server/database/schema/treatment.ts'

/** A row of `payment` with the printed number of its receipt. */
export type PaymentRow = typeof payment.$inferSelect & { receipt: string }
export type ChargeRow = typeof charge.$inferSelect

const withReceipt = {
  ...getTableColumns(payment),
  receipt: sql<string>`receipt_number(${payment.receiptYear}, ${payment.receiptCount})`,
}

/** Inserts a payment of a booking, which the caller has locked. Returns undefined if another one has its id. */
export async function insertPayment(
  tx: Db,
  values: Pick<typeof payment.$inferInsert, 'id' | 'bookingId' | 'method' | 'reference' | 'intentId' | 'takenBy'> & {
    amount: Cents
    takenAt?: Date
  },
): Promise<PaymentRow | undefined> {
  const [inserted] = await tx
    .insert(payment)
    .values(values)
    .onConflictDoNothing({ target: payment.id })
    .returning(withReceipt)
  return inserted
}

export async function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  const [found] = await db.select(withReceipt).from(payment).where(eq(payment.id, id))
  return found
}

/** Returns the payment that came in by an intent. */
export async function findPaymentOf(db: Db, intentId: string): Promise<PaymentRow | undefined> {
  const [found] = await db.select(withReceipt).from(payment).where(eq(payment.intentId, intentId))
  return found
}

/** Lists the payments of a booking, void ones too, the latest first. */
export async function listPayments(db: Db, bookingId: string): Promise<PaymentRow[]> {
  return db
    .select(withReceipt)
    .from(payment)
    .where(eq(payment.bookingId, bookingId))
    .orderBy(desc(payment.receiptYear), desc(payment.receiptCount))
}

/** Voids a payment whose day of the till is open and of which nothing was refunded. */
export async function voidPayment(tx: Db, id: string, { by, reason }: { by: string; reason: string }): Promise<void> {
  await tx
    .update(payment)
    .set({ voidedAt: sql`now()`, voidedBy: by, voidReason: reason })
    .where(and(eq(payment.id, id), isNull(payment.voidedAt)))
}

/** Locks the till and returns the last day that is closed; null before the first. */
export async function lockTill(tx: Db): Promise<string | null> {
  const [row] = await tx.select({ closedThrough: till.closedThrough }).from(till).for('update')
  return row?.closedThrough ?? null
}

/** Returns the last day of the till that is closed; null before the first. */
export async function readClosedThrough(db: Db): Promise<string | null> {
  const [row] = await db.select({ closedThrough: till.closedThrough }).from(till)
  return row?.closedThrough ?? null
}

/** Lists the charges of a booking, void ones too, in the order in which they were made. */
export async function listCharges(db: Db, bookingId: string): Promise<ChargeRow[]> {
  return db.select().from(charge).where(eq(charge.bookingId, bookingId)).orderBy(asc(charge.madeAt), asc(charge.id))
}

/** Tells whether the charge that counts is a no-show fee. */
export const isChargedAsNoShow = (charges: readonly Pick<ChargeRow, 'kind' | 'voidedAt'>[]): boolean =>
  charges.some(({ kind, voidedAt }) => kind === 'no-show' && !voidedAt)

/** Returns what a treatment costs today, in cents. */
export async function findListPrice(db: Db, treatmentId: string): Promise<number> {
  const [found] = await db.select({ cents: treatment.priceCents }).from(treatment).where(eq(treatment.id, treatmentId))
  return found?.cents ?? 0
}

/** Puts a charge in the place of the one that counts for a locked booking. A trigger moves the credits of one of the
 *  same kind to it; those of another kind wait until their charge counts again. */
export async function replaceCharge(
  tx: Db,
  bookingId: string,
  { by, ...values }: { kind: Exclude<ChargeKind, 'credit'>; words: string; amount: Cents; reason: string; by: string },
): Promise<void> {
  await voidCharge(tx, bookingId, by)
  await tx.insert(charge).values({ ...values, bookingId, madeBy: by })
}

/** Lets a charge that was replaced count again, with its credits, in the place of the one that counts. */
export async function restoreCharge(
  tx: Db,
  { id, bookingId }: Pick<ChargeRow, 'id' | 'bookingId'>,
  by: string,
): Promise<void> {
  await voidCharge(tx, bookingId, by)
  await tx.update(charge).set({ voidedAt: null, voidedBy: null }).where(eq(charge.id, id))
}

async function voidCharge(tx: Db, bookingId: string, by: string): Promise<void> {
  const counts = and(eq(charge.bookingId, bookingId), ne(charge.kind, 'credit'), isNull(charge.voidedAt))
  await tx.update(charge).set({ voidedAt: sql`now()`, voidedBy: by }).where(counts)
}

/** Credits what a refund of a booking, which was entered just now, would make the patient owe again: nothing, as far as
 *  it gives back what was paid beyond the charges. */
export async function creditRefund(
  tx: Db,
  { bookingId, refundId, amount, by }: { bookingId: string; refundId: string; amount: number; by: string | null },
): Promise<void> {
  const credit = Math.min(amount, (await findAnyBooking(tx, bookingId))?.owedCents ?? 0)
  if (credit <= 0) return
  await tx.insert(charge).values({ bookingId, kind: 'credit', words: 'Refund', amount: -credit, refundId, madeBy: by })
}
