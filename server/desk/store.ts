import { and, asc, between, count, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import type { TreatmentColor } from '#contract/calendar/treatment-color.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { type BookingWithDoctor, contactAbout, withDoctor } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { booking, isLive } from '#server/database/schema/booking.ts'
import { chair } from '#server/database/schema/calendar.ts'
import { rangeBetween } from '#server/database/schema/columns.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { patient } from '#server/database/schema/patient.ts'
import { payment, refund } from '#server/database/schema/payment.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import type { Contact } from '#server/patient/contact-store.ts'

/** A booking with the means by which its patient is reached about a change by the clinic, the names of its doctor and
 *  chair, and the end of its cleaning up (Unix, ms). */
export type DeskRow = BookingWithDoctor & {
  contact: Contact
  chairName: string | null
  /** The alerts of the patient. */
  alerts: string
  busyUntil: number
  /** That of its treatment. */
  color: TreatmentColor | null
}

const busyUntil = sql<number>`extract(epoch from upper(${booking.busy}))::float8 * 1000`
const columns = {
  ...withDoctor,
  contact: contactAbout('change'),
  chairName: sql<string | null>`(select seat.name from ${chair} as seat where seat.id = ${booking.chairId})`,
  alerts: sql<string>`(select about.alerts from ${patient} as about where about.id = ${booking.patientId})`,
  busyUntil,
  color: sql<TreatmentColor | null>`(select kind.color from ${treatment} as kind where kind.id = ${booking.treatmentId})`,
}

/** Lists the bookings of a day, cancelled ones too, in order of their start; with `doctorId` only that doctor's. */
export async function listDay(db: Db, date: IsoDate, doctorId?: string): Promise<DeskRow[]> {
  const isTheirs = doctorId === undefined ? undefined : eq(booking.doctorId, doctorId)
  return db
    .select(columns)
    .from(booking)
    .where(and(eq(booking.date, date), isTheirs))
    .orderBy(asc(booking.startsAt), asc(booking.id))
}

/** Lists the bookings that began since `from` and had ended by `now`, of which nobody has said whether the patient
 *  came, in order of their start; with `doctorId` only that doctor's. */
export async function listUnmarked(
  db: Db,
  { from, now, doctorId, limit }: { from: Date; now: Date; doctorId: string | undefined; limit: number },
) {
  const { id, patientId, patientName, treatment, slot, status } = booking
  return db
    .select({ id, patientId, patientName, treatment, slot, status, date: booking.date, doctorName: doctor.name })
    .from(booking)
    .leftJoin(doctor, eq(doctor.id, booking.doctorId))
    .where(
      and(
        between(booking.startsAt, from, now),
        lte(booking.endsAt, now),
        isLive,
        inArray(status, ['booked', 'arrived']),
        doctorId === undefined ? undefined : eq(booking.doctorId, doctorId),
      ),
    )
    .orderBy(asc(booking.startsAt), asc(id))
    .limit(limit)
}

/** Lists the bookings of a doctor from one day to another, both included, cancelled ones too, in order of their start.
 *  */
export async function listDaysOf(
  db: Db,
  doctorId: string,
  [from, to]: readonly [IsoDate, IsoDate],
): Promise<DeskRow[]> {
  return db
    .select(columns)
    .from(booking)
    .where(and(between(booking.date, from, to), eq(booking.doctorId, doctorId)))
    .orderBy(asc(booking.startsAt), asc(booking.id))
}

/** Counts the bookings that are not cancelled and the minutes that they take, for each doctor and day, from one day to
 *  another, both included; with `doctorId` only that doctor's. */
export async function countDays(db: Db, [from, to]: readonly [IsoDate, IsoDate], doctorId?: string) {
  const { date } = booking
  const minutes = sql<number>`sum(extract(epoch from upper(${booking.busy}) - lower(${booking.busy})) / 60)::float8`
  return db
    .select({ date, doctorId: booking.doctorId, doctorName: doctor.name, appointments: count(), minutes })
    .from(booking)
    .leftJoin(doctor, eq(doctor.id, booking.doctorId))
    .where(and(between(date, from, to), isLive, doctorId === undefined ? undefined : eq(booking.doctorId, doctorId)))
    .groupBy(date, booking.doctorId, doctor.name)
    .orderBy(asc(doctor.name), asc(date))
}
export type DayCount = Awaited<ReturnType<typeof countDays>>[number]

/** Lists the refunds that go back by hand and that nobody has handed out, the oldest first. */
export async function listToGiveBack(db: Db) {
  const { id, amount, method } = refund
  const { patientId, patientName, phone } = booking
  return db
    .select({ id, amount, method, patientId, patientName, phone })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .innerJoin(booking, eq(booking.id, payment.bookingId))
    .where(and(eq(refund.state, 'due'), isNull(refund.intentId)))
    .orderBy(asc(refund.createdAt))
    .limit(50)
}
export type ToGiveBack = Awaited<ReturnType<typeof listToGiveBack>>[number]

/** Returns a booking, cancelled or not. */
export async function findDeskBooking(db: Db, id: string): Promise<DeskRow | undefined> {
  const [found] = await db.select(columns).from(booking).where(eq(booking.id, id))
  return found
}

/** Returns a booking that exists, as its transaction sees it. */
export async function existingDeskBooking(db: Db, id: string): Promise<DeskRow> {
  const found = await findDeskBooking(db, id)
  if (!found) throw new Error('The booking does not exist')
  return found
}

/** Lists what is busy on a day without the booking `exceptId`. Instants are Unix times in ms. */
export async function listBusyOn(db: Db, date: IsoDate, exceptId: string) {
  const { treatmentId, doctorId, chairId, startsAt } = booking
  const rows = await db
    .select({ treatmentId, doctorId, chairId, startsAt, until: busyUntil })
    .from(booking)
    .where(and(eq(booking.date, date), isLive, ne(booking.id, exceptId)))
  return rows.map(({ startsAt, ...row }) => ({ ...row, from: startsAt.getTime() }))
}

/** Returns a free chair for a booking that moves, null if none is. Instants are Unix times in ms. */
export async function pickChair(
  tx: Db,
  id: string,
  { startsAt, busyUntil, chairs }: { startsAt: number; busyUntil: number; chairs: readonly string[] },
): Promise<string | null> {
  const busy = rangeBetween(startsAt, busyUntil)
  const [pick] = await tx
    .select({ chairId: sql<string | null>`pick_chair(${`{${chairs.join(',')}}`}::uuid[], ${busy}, ${id}::uuid)` })
    .from(sql`(select) as one`)
  return pick?.chairId ?? null
}
