import { and, asc, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { CancelReason } from '#contract/booking/change-booking.ts'
import type { SettableStatus } from '#contract/desk/day.ts'
import type { PageQuery } from '#contract/kit/list.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { appointmentNotice, type BookingRow, booking, isLive } from '#server/database/schema/booking.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { user } from '#server/database/schema/user.ts'

/** A booking with the name of its doctor, if it has one. */
export type BookingWithDoctor = BookingRow & { doctorName: string | null }

/** The columns of a booking with its doctor. The name is a subquery, because RETURNING and FOR UPDATE don't allow the
 *  outer join. */
export const withDoctor = {
  ...getTableColumns(booking),
  doctorName: sql<
    string | null
  >`(select dentist.name from ${doctor} as dentist where dentist.id = ${booking.doctorId})`,
}

/** Matches the users without an appointment, also a cancelled one. */
export const hasNoBooking = sql<boolean>`not exists (select from ${booking} where ${booking.patientId} = ${user.id})`

/** Matches the bookings that whoever is signed in as their patient may know: those of staff only once the email is
 *  confirmed. */
const isKnownToPatient = sql`(not ${booking.bookedByStaff} or exists (select from ${user} as owner where owner.id = ${booking.patientId} and owner.email_verified))`

/** Lists a page of the bookings of the patient with this email, the latest day first; with those that were cancelled,
 *  if wanted. `forPatient` leaves out what the patient may not know yet. `hasMore`: there are others after them. */
export async function listBookings(
  db: Db,
  email: string,
  { withCancelled, forPatient, page, limit }: PageQuery & { withCancelled: boolean; forPatient: boolean },
): Promise<{ rows: BookingWithDoctor[]; hasMore: boolean }> {
  const patientId = db.select({ id: user.id }).from(user).where(eq(user.email, email))
  const rows = await db
    .select(withDoctor)
    .from(booking)
    .where(
      and(
        eq(booking.patientId, patientId),
        withCancelled ? undefined : isLive,
        forPatient ? isKnownToPatient : undefined,
      ),
    )
    .orderBy(desc(booking.date), asc(booking.createdAt), asc(booking.id))
    .limit(limit + 1)
    .offset((page - 1) * limit)
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}

/** Returns a booking, cancelled or not. */
export async function findAnyBooking(db: Db, id: string): Promise<BookingWithDoctor | undefined> {
  const [found] = await db.select(withDoctor).from(booking).where(eq(booking.id, id))
  return found
}

/** Returns a booking unless it is cancelled and was never paid. */
export async function findBooking(db: Db, id: string): Promise<BookingWithDoctor | undefined> {
  const found = await findAnyBooking(db, id)
  return found?.status === 'cancelled' && found.transactionId === null ? undefined : found
}

/** Selects a booking FOR UPDATE, cancelled or not. */
export async function lockBooking(tx: Db, id: string): Promise<BookingWithDoctor | undefined> {
  const [found] = await tx.select(withDoctor).from(booking).where(eq(booking.id, id)).for('update')
  return found
}

const isUnpaid = (patientId: string, price: number) =>
  and(
    eq(booking.patientId, patientId),
    eq(booking.priceCents, price),
    isNull(booking.transactionId),
    isLive,
    isKnownToPatient,
  )

/** Selects up to two of a patient's unpaid bookings of exactly `price` cents FOR UPDATE, the earliest first. */
export async function lockUnpaidBookings(tx: Db, patientId: string, price: number): Promise<BookingWithDoctor[]> {
  return tx
    .select(withDoctor)
    .from(booking)
    .where(isUnpaid(patientId, price))
    .orderBy(asc(booking.date), asc(booking.createdAt))
    .limit(2)
    .for('update')
}

/** Returns whether a patient has an unpaid booking of exactly `price` cents. */
export async function hasUnpaidBooking(db: Db, patientId: string, price: number): Promise<boolean> {
  return (await db.$count(booking, isUnpaid(patientId, price))) > 0
}

/** Marks a locked booking as paid by an intent. */
export async function markPaid(tx: Db, id: string, transactionId: string): Promise<BookingWithDoctor> {
  const [paid] = await tx
    .update(booking)
    .set({ transactionId, paidAt: sql`now()` })
    .where(eq(booking.id, id))
    .returning(withDoctor)
  if (!paid) throw new Error('The locked booking does not exist')
  return paid
}

/** Sets the refunded cents of the booking that an intent paid. Returns undefined if it paid none. */
export async function saveRefunds(
  tx: Db,
  transactionId: string,
  totals: Pick<BookingRow, 'refundingCents' | 'refundedCents' | 'refundedAt'>,
): Promise<BookingWithDoctor | undefined> {
  const [saved] = await tx
    .update(booking)
    .set(totals)
    .where(eq(booking.transactionId, transactionId))
    .returning(withDoctor)
  return saved
}

/** Sets the status of a booking that has the status `from` and begins at `startsAt`. Returns whether there was one. */
export async function markBooking(
  tx: Db,
  id: string,
  { from, to, startsAt }: { from: SettableStatus; to: SettableStatus; startsAt: Date },
): Promise<boolean> {
  const marked = await tx
    .update(booking)
    .set({ status: to, statusAt: sql`now()` })
    .where(and(eq(booking.id, id), eq(booking.status, from), eq(booking.startsAt, startsAt)))
    .returning({ id: booking.id })
  return marked.length > 0
}

/** Replaces the note of a booking. With `former`, only if that is its note. Returns whether it was replaced. */
export async function noteBooking(tx: Db, id: string, { note, former }: { note: string; former?: string | undefined }) {
  const noted = await tx
    .update(booking)
    .set({ note })
    .where(and(eq(booking.id, id), former === undefined ? undefined : eq(booking.note, former)))
    .returning({ id: booking.id })
  return noted.length > 0
}

/** Exempts a booking from the constraints and the clinic's rules, and says why. */
export async function overrideBooking(tx: Db, id: string, overrideReason: string): Promise<void> {
  await tx.update(booking).set({ overridden: true, overrideReason }).where(eq(booking.id, id))
}

/** Cancels a booking. `refund`: the cents of its payment that this gives back. `reason` is the patient's; staff give
 *  none. */
export async function cancelBooking(
  tx: Db,
  id: string,
  { refund = 0, reason = null }: { refund?: number; reason?: CancelReason | null } = {},
): Promise<void> {
  await tx
    .update(booking)
    .set({
      status: 'cancelled',
      cancelReason: reason,
      cancelRefundCents: refund,
      cancelledAt: sql`now()`,
      sequence: sql`${booking.sequence} + 1`,
    })
    .where(eq(booking.id, id))
}

/** A booking of a seed. */
export type SeedBooking = {
  id: string
  treatment: { id: string; name: string; priceCents: number }
  patient: { id: string; name: string; email: string }
  date: IsoDate
  time: { slot: string; startsAt: number; endsAt: number; busyUntil: number }
  doctorId: string | null
  chairId: string | null
}

/** Inserts bookings of a seed, whose patients get no notices. */
export async function insertBookings(db: Db, bookings: readonly SeedBooking[]): Promise<void> {
  const rows = bookings.map(({ id, treatment, patient, date, time, doctorId, chairId }) => {
    const instant = (unixMs: number) => new Date(unixMs).toISOString()
    return {
      ...{ id, date, doctorId, chairId },
      treatmentId: treatment.id,
      treatment: treatment.name,
      priceCents: treatment.priceCents,
      patientId: patient.id,
      patient: patient.email,
      patientName: patient.name,
      phone: '+1 212 555 0100',
      slot: time.slot,
      startsAt: new Date(time.startsAt),
      endsAt: new Date(time.endsAt),
      busy: `[${instant(time.startsAt)},${instant(time.busyUntil)})`,
    }
  })
  // PostgreSQL accepts 65,535 parameters in a statement.
  for (let at = 0; at < rows.length; at += 1_000) await db.insert(booking).values(rows.slice(at, at + 1_000))
  await db.delete(appointmentNotice)
}
