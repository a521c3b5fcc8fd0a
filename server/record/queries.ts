import { and, arrayOverlaps, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/database/db.ts'
import { audit } from '#server/database/schema/audit.ts'
import { booking } from '#server/database/schema/booking.ts'
import { paymentIntent } from '#server/database/schema/payment.ts'

/** Lists the latest entries of the audit trail about one of these persons, the newest first. */
export async function listAccesses(db: Db, personIds: readonly string[], limit: number) {
  const { at, actor, action, target } = audit
  return db
    .select({ at, actor, action, target })
    .from(audit)
    .where(arrayOverlaps(audit.personIds, [...personIds]))
    .orderBy(desc(audit.id))
    .limit(limit)
}

/** Lists the pairs of appointments of two patients that are at one time, or of one treatment on a day, in order of
 *  time. Cancelled ones don't count. */
export async function listOverlaps(db: Db, { kept, former }: { kept: string; former: string }) {
  const other = alias(booking, 'other')
  const columns = ({ treatment, patientName, date, slot }: typeof booking | typeof other) => ({
    ...{ treatment, patientName, date, slot },
  })
  const isSameTime = sql`tstzrange(${booking.startsAt}, ${booking.endsAt}) && tstzrange(${other.startsAt}, ${other.endsAt})`
  const isSameDay = and(eq(other.treatmentId, booking.treatmentId), eq(other.date, booking.date))
  return db
    .select({ first: columns(booking), second: columns(other) })
    .from(booking)
    .innerJoin(
      other,
      and(eq(other.patientId, former), sql`${other.status} <> 'cancelled'`, sql`(${isSameTime} or ${isSameDay})`),
    )
    .where(and(eq(booking.patientId, kept), sql`${booking.status} <> 'cancelled'`))
    .orderBy(booking.startsAt, booking.id)
}

/** Counts the appointments and payments of patients. */
export async function countOf(db: Db, patientId: string, now: Date) {
  const isUpcoming = and(inArray(booking.status, ['booked', 'arrived']), gt(booking.endsAt, now))
  const ofPatient = eq(booking.patientId, patientId)
  return {
    appointments: await db.$count(booking, ofPatient),
    upcoming: await db.$count(booking, and(ofPatient, isUpcoming)),
    payments: await db.$count(
      paymentIntent,
      and(eq(paymentIntent.patientId, patientId), inArray(paymentIntent.state, ['settled', 'refunding', 'refunded'])),
    ),
  }
}
