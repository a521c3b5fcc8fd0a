import { and, desc, eq, gte, isNull, lte, min, sql } from 'drizzle-orm'
import type { AmountsByMethod } from '#contract/desk/till.ts'
import type { PageQuery } from '#contract/kit/list.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { payment, refund, refundEntry } from '#server/database/schema/payment.ts'
import { dayClose, till } from '#server/database/schema/till.ts'

export type TillCloseRow = typeof dayClose.$inferSelect

/** Days of the till, the last of which is `date`. */
export type Days = { firstDay: IsoDate; date: IsoDate }

/** Returns the open days: from the day after the last closed one, or from the first payment's, through today; if today
 *  is closed, the next day. `today` is the clinic's. With `lock`, no payment and no other close comes between. */
export async function readOpenDays(tx: Db, { lock = false } = {}): Promise<Days & { today: IsoDate }> {
  const rows = tx
    .select({
      after: sql<IsoDate | null>`(${till.closedThrough} + 1)::text`,
      today: sql<IsoDate>`clinic_today()::text`,
      date: sql<IsoDate>`greatest(clinic_today(), ${till.closedThrough} + 1)::text`,
    })
    .from(till)
  const [found] = lock ? await rows.for('update') : await rows
  if (!found) throw new Error('There is no till')
  const { after, today, date } = found
  if (after !== null) return { firstDay: after, date, today }
  const [first] = await tx.select({ day: sql<IsoDate>`least(${min(payment.day)}, clinic_today())::text` }).from(payment)
  return { firstDay: first?.day ?? today, date: today, today }
}

const within = (column: typeof payment.day | typeof refundEntry.day, { firstDay, date }: Days) =>
  and(gte(column, firstDay), lte(column, date))

/** Sums the payments and the refunds of days by method, in cents. */
export async function sumByMethod(tx: Db, days: Days) {
  const total = (amount: typeof payment.amount | typeof refundEntry.amount) => sql`sum(${amount})`.mapWith(Number)
  const [received, refunded] = [
    await tx
      .select({ method: payment.method, cents: total(payment.amount) })
      .from(payment)
      .where(and(within(payment.day, days), isNull(payment.voidedAt)))
      .groupBy(payment.method),
    await tx
      .select({ method: refund.method, cents: total(refundEntry.amount) })
      .from(refundEntry)
      .innerJoin(refund, eq(refund.id, refundEntry.refundId))
      .where(within(refundEntry.day, days))
      .groupBy(refund.method),
  ]
  const toAmounts = (rows: typeof received): AmountsByMethod =>
    Object.fromEntries(rows.map(({ method, cents }) => [method, cents]))
  return { received: toAmounts(received), refunded: toAmounts(refunded) }
}

const maxEntries = 2_000

/** Lists the payments and refunds of days, void ones too, the latest first; at most 2,000 of each. `hasMore`: there are
 *  others. A refund that the bank returned has a negative amount. */
export async function listEntries(db: Db, days: Days) {
  const receipt = sql<string>`receipt_number(${payment.receiptYear}, ${payment.receiptCount})`
  const payments = await db
    .select({
      ...{ id: payment.id, bookingId: payment.bookingId, method: payment.method, amount: payment.amount, receipt },
      ...{ at: payment.takenAt, by: payment.takenBy, voidedAt: payment.voidedAt },
    })
    .from(payment)
    .where(within(payment.day, days))
    .orderBy(desc(payment.takenAt))
    .limit(maxEntries + 1)
  const refunds = await db
    .select({
      ...{
        id: refundEntry.id,
        bookingId: payment.bookingId,
        method: refund.method,
        amount: refundEntry.amount,
        receipt,
      },
      ...{ at: refundEntry.at, by: refund.requestedBy },
    })
    .from(refundEntry)
    .innerJoin(refund, eq(refund.id, refundEntry.refundId))
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .where(within(refundEntry.day, days))
    .orderBy(desc(refundEntry.at))
    .limit(maxEntries + 1)
  const hasMore = payments.length > maxEntries || refunds.length > maxEntries
  return { payments: payments.slice(0, maxEntries), refunds: refunds.slice(0, maxEntries), hasMore }
}

export async function findTillClose(db: Db, date: IsoDate): Promise<TillCloseRow | undefined> {
  const [found] = await db.select().from(dayClose).where(eq(dayClose.date, date))
  return found
}

/** Closes days of the locked till. @throws the database's error if one of them is closed or has not begun */
export async function insertTillClose(tx: Db, values: typeof dayClose.$inferInsert): Promise<void> {
  await tx.insert(dayClose).values(values)
}

/** Lists a page of the closed days, the latest first. `hasMore`: there are others after them. */
export async function listTillCloses(db: Db, { page, limit }: PageQuery) {
  const rows = await db
    .select()
    .from(dayClose)
    .orderBy(desc(dayClose.date))
    .limit(limit + 1)
    .offset((page - 1) * limit)
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}
