import { and, asc, desc, eq, getTableColumns, isNotNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { CancelReason } from '#contract/booking/change-booking.ts'
import type { SettableStatus } from '#contract/desk/day.ts'
import type { PageQuery } from '#contract/kit/list.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { ContactReason } from '#contract/patient/reach.ts'
import type { Db } from '#server/database/db.ts'
import { prepared } from '#server/database/prepared.ts'
import { appointmentNotice, type BookingRow, booking, isLive } from '#server/database/schema/booking.ts'
import { uuids } from '#server/database/schema/columns.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { patientUser } from '#server/database/schema/patient.ts'
import { paymentIntent } from '#server/database/schema/payment.ts'
import { user } from '#server/database/schema/user.ts'
import { type Contact, contactOf } from '#server/patient/contact-store.ts'
import { tieSees } from '#server/patient/tie/tie-store.ts'

/** A booking with the name of its doctor, if it has one. */
export type BookingWithDoctor = BookingRow & { doctorName: string | null }

/** Returns the cents that are still to pay for a booking, and those that were paid beyond its charges. One is 0. */
export function balanceOf({ owedCents }: Pick<BookingRow, 'owedCents'>): { owed: number; surplus: number } {
  return { owed: Math.max(0, owedCents), surplus: Math.max(0, -owedCents) }
}

/** The columns of a booking with its doctor. The name is a subquery, because RETURNING and FOR UPDATE don't allow the
 *  outer join. */
export const withDoctor = {
  ...getTableColumns(booking),
  doctorName: sql<
    string | null
  >`(select dentist.name from ${doctor} as dentist where dentist.id = ${booking.doctorId})`,
}

/** By which means the patient of a booking is reached about it. */
export const contactAbout = (reason: ContactReason | SQL) => contactOf(booking, reason)

/** Returns by which means the patients of bookings are reached about them, by the id of the booking. */
export async function listContacts(
  db: Db,
  ids: readonly string[],
  reason: ContactReason,
): Promise<Map<string, Contact>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: booking.id, contact: contactAbout(reason) })
    .from(booking)
    .where(sql`${booking.id} = any (${uuids(ids)})`)
  return new Map(rows.map(({ id, contact }) => [id, contact]))
}

/** Whether a patient has a treatment on a day, in a booking other than `exceptId` that the constraint of one a day
 *  counts. For the condition of a statement about another booking. */
export function hasThatDay(
  wanted: Record<'patientId' | 'treatmentId' | 'date', SQLWrapper> & { exceptId: SQLWrapper },
) {
  const { patientId, treatmentId, date, exceptId } = wanted
  return sql<boolean>`exists (select from ${booking} as other
    where other.patient_id = ${patientId} and other.treatment_id = ${treatmentId} and other.date = ${date}
      and other.id <> ${exceptId} and other.status <> 'cancelled' and not other.second_that_day)`
}

/** Matches the bookings that an account may know: those of others only once its email is confirmed. */
export const isKnownTo = (account: { id: SQLWrapper; emailVerified: SQLWrapper }) =>
  sql`(${booking.bookedBy} = ${account.id} or ${account.emailVerified})`

const isTrue = (name: string) => sql`${sql.placeholder(name)}::boolean`

const bookingsOfAccount = prepared((db) =>
  db
    .select(withDoctor)
    .from(booking)
    .innerJoin(patientUser, eq(patientUser.patientId, booking.patientId))
    .innerJoin(user, eq(user.id, patientUser.userId))
    .where(
      and(
        eq(user.email, sql.placeholder('email')),
        tieSees(patientUser),
        or(isTrue('withCancelled'), isLive),
        or(isTrue('withUnknown'), isKnownTo(user)),
      ),
    )
    .orderBy(desc(booking.date), asc(booking.createdAt), asc(booking.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('bookings_of_account'),
)

/** Lists a page of the bookings of all patients for whom the account with this email may act, the latest day first;
 *  with those that were cancelled, if wanted. `forPatient` leaves out what the account may not know yet. `hasMore`:
 *  there are others after them. */
export async function listBookings(
  db: Db,
  email: string,
  { withCancelled, forPatient, page, limit }: PageQuery & { withCancelled: boolean; forPatient: boolean },
): Promise<{ rows: BookingWithDoctor[]; hasMore: boolean }> {
  const wanted = { email, withCancelled, withUnknown: !forPatient, limit: limit + 1, offset: (page - 1) * limit }
  const rows = await bookingsOfAccount(db).execute(wanted)
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
  return found?.status === 'cancelled' && found.receivedCents === 0 ? undefined : found
}

/** Selects a booking FOR UPDATE, cancelled or not. */
export async function lockBooking(tx: Db, id: string): Promise<BookingWithDoctor | undefined> {
  const [found] = await tx.select(withDoctor).from(booking).where(eq(booking.id, id)).for('update')
  return found
}

/** Locks bookings for a change, in the order of every other transaction. */
export async function lockBookings(tx: Db, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: booking.id })
    .from(booking)
    .where(sql`${booking.id} in (select unnest(${uuids(ids)}))`)
    .orderBy(asc(booking.id))
    .for('no key update')
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

/** Cancels a booking. `refund`: the cents that this gives back. `reason` is the patient's; staff give none. The next
 *  reconciliation cancels its open payment intent. */
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
  await tx
    .update(paymentIntent)
    .set({ due: sql`now()` })
    .where(and(eq(paymentIntent.bookingId, id), eq(paymentIntent.state, 'open')))
}

/** A booking of a seed or of the demo. */
export type SeedBooking = {
  id: string
  treatment: { id: string; name: string; priceCents: number }
  /** The patient, with the account that booked for them. */
  patient: { id: string; name: string; email: string; userId: string | null; phone?: string }
  date: IsoDate
  time: { slot: string; startsAt: number; endsAt: number; busyUntil: number }
  doctorId: string | null
  chairId: string | null
  /** When it was booked. */
  createdAt?: Date
  /** What became of it, and when. */
  status?: Exclude<SettableStatus, 'booked'>
  statusAt?: Date
}

/** Has bookings paid when their last payment was taken, and not when it was written down. */
export async function datePaid(tx: Db, ids: readonly string[]): Promise<void> {
  await tx
    .update(booking)
    .set({ paidAt: sql`(select max(taken_at) from payment where payment.booking_id = ${booking.id})` })
    .where(and(sql`${booking.id} = any (${uuids(ids)})`, isNotNull(booking.paidAt)))
}

/** Inserts those of some bookings that take no time of another one. Their patients get no notices. Returns the ids of
 *  those inserted. */
export async function insertBookings(db: Db, bookings: readonly SeedBooking[]): Promise<string[]> {
  const rows = bookings.map(({ id, treatment, patient, date, time, doctorId, chairId, createdAt, ...became }) => {
    const instant = (unixMs: number) => new Date(unixMs).toISOString()
    return {
      ...{ id, date, doctorId, chairId },
      treatmentId: treatment.id,
      treatment: treatment.name,
      priceCents: treatment.priceCents,
      patientId: patient.id,
      bookedBy: patient.userId,
      patient: patient.email,
      patientName: patient.name,
      phone: patient.phone ?? '+1 212 555 0100',
      ...(createdAt && { createdAt, changedAt: createdAt, scheduledAt: createdAt }),
      ...became,
      slot: time.slot,
      startsAt: new Date(time.startsAt),
      endsAt: new Date(time.endsAt),
      busy: `[${instant(time.startsAt)},${instant(time.busyUntil)})`,
    }
  })
  // PostgreSQL accepts 65,535 parameters in a statement.
  const inserted: string[] = []
  for (let at = 0; at < rows.length; at += 1_000) {
    const added = await db
      .insert(booking)
      .values(rows.slice(at, at + 1_000))
      .onConflictDoNothing()
      .returning({ id: booking.id })
    inserted.push(...added.map(({ id }) => id))
  }
  await db.delete(appointmentNotice).where(sql`${appointmentNotice.bookingId} = any (${uuids(inserted)})`)
  return inserted
}
