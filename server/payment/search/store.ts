import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'
import { booking } from '#server/database/schema/booking.ts'
import { payment } from '#server/database/schema/payment.ts'
import type { TypedNumber } from './receipt-number.ts'

const found = {
  ...{ id: payment.id, method: payment.method, amount: payment.amount, takenAt: payment.takenAt },
  ...{ voidedAt: payment.voidedAt },
  receipt: sql<string>`receipt_number(${payment.receiptYear}, ${payment.receiptCount})`,
  ...{ bookingId: booking.id, patientId: booking.patientId, patientName: booking.patientName },
  ...{ treatment: booking.treatment, date: booking.date, slot: booking.slot },
}

// No index has this order. By that of the receipts the planner would read all newer payments to find a patient's.
const select = (db: Db, isWanted: SQL | undefined, limit: number) =>
  db
    .select(found)
    .from(payment)
    .innerJoin(booking, eq(booking.id, payment.bookingId))
    .where(isWanted)
    .orderBy(desc(payment.takenAt), desc(payment.id))
    .limit(limit)

/** A payment with the number of its receipt, and its appointment. */
export type FoundRow = Awaited<ReturnType<typeof select>>[number]

/** Lists the payments whose receipt has a number: the one of a year, or in any year those that end with its digits, the
 *  newest first. Numbers have no gaps, so the index finds each of those that can end that way. */
export async function listByReceipt(db: Db, { year, count, digits }: TypedNumber, limit: number): Promise<FoundRow[]> {
  if (year !== undefined) return select(db, and(eq(payment.receiptYear, year), eq(payment.receiptCount, count)), limit)
  // One digit ends a tenth of all numbers.
  const step = sql`${digits < 2 ? 10 ** 9 : 10 ** digits}::bigint`
  const rows = await selectRows<{ id: string }>(
    db,
    sql`
    select match.id from (select min(receipt_year) as first, max(receipt_year) as last from ${payment}) as known
      cross join lateral generate_series(known.last, known.first, -1) as years(year)
      cross join lateral (
        select max(receipt_count) as most from ${payment} where receipt_year = years.year) as counted
      cross join lateral generate_series(
        ${count}::bigint + floor((counted.most - ${count}::bigint)::numeric / ${step})::bigint * ${step},
        greatest(${count}::bigint, 1), -${step}) as counts(count)
      cross join lateral (
        select id from ${payment} where receipt_year = years.year and receipt_count = counts.count::integer limit 1) as match
    order by counts.count = ${count}::bigint desc, years.year desc, counts.count desc limit ${limit}`,
  )
  const ids = rows.map(({ id }) => id)
  const listed = ids.length === 0 ? [] : await select(db, inArray(payment.id, ids), limit)
  return listed.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** Lists the payments for the appointments of some patients, the newest first. */
export async function listOfPatients(db: Db, patientIds: readonly string[], limit: number): Promise<FoundRow[]> {
  if (patientIds.length === 0) return []
  return db.transaction(async (tx) => {
    // For many patients the planner would rather read all payments.
    await tx.execute(sql`set local enable_seqscan = off`)
    return select(tx, inArray(booking.patientId, [...patientIds]), limit)
  })
}

/** Lists the payment that came in by an intent at the card provider. */
export async function listByIntent(db: Db, intentId: string): Promise<FoundRow[]> {
  return select(db, eq(payment.intentId, intentId), 1)
}
