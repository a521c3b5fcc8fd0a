import { and, asc, desc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import {
  isFree,
  isPlaced,
  type NewBooking,
  pickDoctor,
  preparedInsert,
  toInsertValues,
} from '#server/booking/insert-store.ts'
import { type BookingWithDoctor, withDoctor } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { booking, isLive, patientPhone } from '#server/database/schema/booking.ts'
import { rangeBetween } from '#server/database/schema/columns.ts'
import { user } from '#server/database/schema/user.ts'

const { placeholder } = sql

/** A booking by staff. With `overridden`, `namedDoctor` is taken even if they are busy, and a doctor and a chair are
 *  not required. */
export type NewForPatient = Omit<NewBooking, 'sessionId' | 'today' | 'priceCents'> & {
  id: string
  patientId: string
  overridden: boolean
  /** Why it is overridden. */
  reason: string
  requestHash: string
  namedDoctor: string | null
}

// It sets nothing for the trigger booking_admitted, because the limit of upcoming appointments is for patients.
const insertForPatient = preparedInsert('insert_booking_for_patient', {
  patient: sql`join ${user} on ${user.id} = ${placeholder('patientId')}`,
  doctor: sql`coalesce(${placeholder('namedDoctor')}::uuid, ${pickDoctor})`,
  isAdmitted: sql`(${placeholder('overridden')}::boolean or (${isPlaced}))`,
  more: {
    overridden: sql`${placeholder('overridden')}`,
    bookedByStaff: sql`true`,
    overrideReason: sql`${placeholder('reason')}`,
    requestHash: sql`${placeholder('requestHash')}`,
  },
})

/** Inserts a booking for a patient. Returns undefined if nobody or no chair is free, or a constraint conflicts. */
export async function insertBookingFor(tx: Db, newBooking: NewForPatient): Promise<BookingWithDoctor | undefined> {
  const [row] = await insertForPatient(tx).execute(toInsertValues(newBooking))
  return row
}

/** Returns whether a doctor and a chair are free at a time, as an insert would find them. */
export async function isTimeFree(tx: Db, newBooking: NewForPatient): Promise<boolean> {
  const query = tx.select({ isFree }).from(sql`(select) as one`).prepare('is_time_free')
  const [found] = await query.execute(toInsertValues(newBooking))
  return found?.isFree ?? false
}

/** Returns the appointment that keeps a patient from another: that of the same treatment and day, else one at that
 *  time. */
export async function findClash(
  tx: Db,
  { patientId, treatmentId, date, startsAt, endsAt, overridden }: NewForPatient,
): Promise<BookingWithDoctor | undefined> {
  const isSameDay = and(eq(booking.treatmentId, treatmentId), eq(booking.date, date))
  const time = rangeBetween(startsAt, endsAt)
  const isSameTime = sql`(tstzrange(${booking.startsAt}, ${booking.endsAt}) && ${time} and not ${booking.overridden} and not ${overridden})`
  const [found] = await tx
    .select(withDoctor)
    .from(booking)
    .where(and(eq(booking.patientId, patientId), isLive, or(isSameDay, isSameTime)))
    .orderBy(desc(sql`${isSameDay}`))
    .limit(1)
  return found
}

/** Keeps other requests with this id waiting until the transaction ends. */
export async function lockRequest(tx: Db, requestId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${requestId}, 1))`)
}

/** Lists the ids of patients who have a booking with these digits, at least four, in a row in its phone number. An
 *  index finds the numbers with all groups of four of them, and the pattern those that have them in a row. */
export async function listPatientsByPhone(db: Db, digits: string, limit: number): Promise<string[]> {
  // Materialized, so that PostgreSQL does not look for the first few in the order of the table.
  const { rows } = (await db.execute(sql`
    with candidate as materialized (
      select ${patientPhone.patientId} as id, ${patientPhone.digits} as digits from ${patientPhone}
      where digit_groups(${patientPhone.digits}) @> digit_groups(${digits})
    )
    select distinct id from candidate where digits like ${`%${digits}%`} limit ${limit}`)) as { rows: { id: string }[] }
  return rows.map(({ id }) => id)
}

/** Lists the phone number of each patient's latest booking that has one, and their next appointment after `now`. */
export async function listContacts(db: Db, patientIds: string[], now: Date): Promise<Contact[]> {
  const ofPatient = and(eq(booking.patientId, user.id), isLive)
  const phone = db
    .select({ phone: booking.phone })
    .from(booking)
    .where(and(ofPatient, ne(booking.phone, '')))
    .orderBy(desc(booking.createdAt))
    .limit(1)
    .as('latest')
  const next = db
    .select({ date: booking.date, slot: booking.slot, treatment: booking.treatment })
    .from(booking)
    .where(and(ofPatient, eq(booking.status, 'booked'), gt(booking.startsAt, now)))
    .orderBy(asc(booking.startsAt))
    .limit(1)
    .as('next')
  const rows = await db
    .select({ patientId: user.id, phone: phone.phone, date: next.date, slot: next.slot, treatment: next.treatment })
    .from(user)
    .leftJoinLateral(phone, sql`true`)
    .leftJoinLateral(next, sql`true`)
    .where(inArray(user.id, patientIds))
  return rows.map(({ patientId, phone, date, slot, treatment }) => ({
    patientId,
    phone,
    next: date && slot && treatment ? { date: date as IsoDate, slot, treatment } : null,
  }))
}

/** How to reach a patient, and their next appointment. */
export type Contact = {
  patientId: string
  phone: string | null
  next: { date: IsoDate; slot: string; treatment: string } | null
}
