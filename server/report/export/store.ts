import { asc, eq, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ReportPeriod } from '#contract/report/period.ts'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'
import { charge } from '#server/database/schema/charge.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { payment, refund, refundEntry } from '#server/database/schema/payment.ts'

/** The last row that was read; the next page begins after it. */
export type After = { day: string; id: string }

/** How many rows a page has. */
const rowsAtOnce = 1_000

const appointment = {
  date: booking.date,
  slot: booking.slot,
  treatment: booking.treatment,
  dentist: sql<string | null>`(select ${doctor.name} from ${doctor} where ${doctor.id} = ${booking.doctorId})`,
  patientId: booking.patientId,
  patient: booking.patientName,
  appointment: booking.id,
}
const receiptOf = (table: { receiptYear: typeof payment.receiptYear; receiptCount: typeof payment.receiptCount }) =>
  sql<string>`receipt_number(${table.receiptYear}, ${table.receiptCount})`

/** Lists the next payments of a period, void ones too, in order of their days of the till. */
export async function nextPayments(db: Db, period: ReportPeriod, after: After) {
  const { id, day, method, amount, reference, intentId, takenBy, takenAt, refunded } = payment
  const { voidedAt, voidedBy, voidReason } = payment
  return db
    .select({
      ...{ id, day, method, amount, reference, intentId, takenBy, takenAt, refunded, voidedAt, voidedBy, voidReason },
      ...appointment,
      receipt: receiptOf(payment),
    })
    .from(payment)
    .innerJoin(booking, eq(booking.id, payment.bookingId))
    .where(isNext(day, id, period, after))
    .orderBy(asc(day), asc(id))
    .limit(rowsAtOnce)
}

/** Lists the next refunds of payments that have arrived in a period, and with a negative amount those that the bank
 *  returned, in order of their days of the till. */
export async function nextRefunds(db: Db, period: ReportPeriod, after: After) {
  const { method, reason, note, requestedBy, createdAt } = refund
  const { id, day, amount, at } = refundEntry
  return db
    .select({
      ...{ id, day, method, amount, reason, note, requestedBy, createdAt, at },
      ...appointment,
      receipt: receiptOf(payment),
    })
    .from(refundEntry)
    .innerJoin(refund, eq(refund.id, refundEntry.refundId))
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .innerJoin(booking, eq(booking.id, payment.bookingId))
    .where(isNext(day, id, period, after))
    .orderBy(asc(day), asc(id))
    .limit(rowsAtOnce)
}

/** Lists the next charges of the appointments of a period, void ones too. A page has all charges of its
 *  appointments. */
export async function nextCharges(db: Db, period: ReportPeriod, after: After) {
  const { id, kind, words, amount, reason, madeBy, madeAt, voidedAt, voidedBy } = charge
  const page = alias(booking, 'page')
  return db
    .select({
      ...{ kind, words, amount, reason, madeBy, madeAt, voidedAt, voidedBy },
      ...appointment,
      ...{ day: booking.date, id: booking.id },
    })
    .from(charge)
    .innerJoin(booking, eq(booking.id, charge.bookingId))
    .where(
      sql`${booking.id} in ${db
        .select({ id: page.id })
        .from(page)
        .where(isNext(page.date, page.id, period, after))
        .orderBy(asc(page.date), asc(page.id))
        .limit(rowsAtOnce)}`,
    )
    .orderBy(asc(booking.date), asc(booking.id), asc(madeAt), asc(id))
}

/** Lists the next appointments of a period, cancelled ones too, in order of their days. */
export async function nextAppointments(db: Db, period: ReportPeriod, after: After) {
  const { id, date: day, status, priceCents, creditedCents, receivedCents, refundingCents, refundedCents } = booking
  const { owedCents, transactionId, paidAt, createdAt, cancelledAt, cancelReason } = booking
  return db
    .select({
      ...{ id, day, status, priceCents, creditedCents, receivedCents, refundingCents, refundedCents, owedCents },
      ...{ transactionId, paidAt, createdAt, cancelledAt, cancelReason },
      ...appointment,
    })
    .from(booking)
    .where(isNext(day, id, period, after))
    .orderBy(asc(day), asc(id))
    .limit(rowsAtOnce)
}

/** Matches what follows the last row. The index has the day alone, so that each page sorts the rows of a day. */
function isNext(day: SQLWrapper, id: SQLWrapper, { to }: ReportPeriod, after: After) {
  return sql`${day} between ${after.day} and ${to} and (${day} > ${after.day} or ${id} > ${after.id})`
}
