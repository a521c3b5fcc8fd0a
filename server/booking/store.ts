import { and, asc, count, desc, eq, gt, gte, isNull, or, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Db } from '#server/database/db.ts'
import { prepared } from '#server/database/prepared.ts'
import { session } from '#server/database/schema/auth.ts'
import { type BookingRow, booking } from '#server/database/schema/booking.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'

const { placeholder } = sql

/** Input of the insert. `price` in cents is what the patient saw; the row takes name and price from the treatment, name and email from the
 *  patient, who may have `maxUpcoming` appointments from `today` on. */
export type NewBooking = {
  treatmentId: string
  date: string
  slot: string
  price: number
  phone: string
  sessionId: string
  today: string
  maxUpcoming: number
}

const liveSession = and(eq(session.id, placeholder('sessionId')), gt(session.expiresAt, sql`now()`))

const insertFromTreatment = prepared((db) =>
  db
    .insert(booking)
    .select((query) =>
      query
        .select({
          id: sql`${placeholder('id')}::uuid`.as('id'),
          treatmentId: treatment.id,
          treatment: treatment.name,
          date: sql`${placeholder('date')}::date`.as('date'),
          slot: sql`${placeholder('slot')}::text`.as('slot'),
          price: treatment.price,
          patientId: sql`${user.id}`.as('patient_id'),
          patient: sql`${user.email}`.as('patient'),
          patientName: sql`${user.name}`.as('patient_name'),
          phone: sql`${placeholder('phone')}::text`.as('phone'),
          transactionId: sql`null::text`.as('transaction_id'),
          paidAt: sql`null::timestamptz`.as('paid_at'),
          cancelledAt: sql`null::timestamptz`.as('cancelled_at'),
          overridden: sql`false`.as('overridden'),
          createdAt: sql`now()`.as('created_at'),
        })
        .from(treatment)
        .innerJoin(session, liveSession)
        .innerJoin(user, eq(user.id, session.userId))
        .where(
          and(
            eq(treatment.id, placeholder('treatmentId')),
            eq(treatment.price, placeholder('price')),
            sql`${placeholder('slot')}::text = any(${treatment.slots})`,
            // For the trigger booking_upcoming_limited.
            sql`set_config('clinic.today', ${placeholder('today')}::text, true) is not null`,
            sql`set_config('clinic.max_upcoming', ${placeholder('maxUpcoming')}::text, true) is not null`,
          ),
        ),
    )
    .onConflictDoNothing()
    .returning()
    .prepare('insert_booking'),
)

/** Inserts a booking if its patient's session lives, the treatment has that slot at that price, the unique indexes allow it and the patient
 *  has room for one more; returns undefined if not. A refusal is no error of the database, which would cost the pool its connection. */
export async function insertBooking(db: Db, wanted: NewBooking): Promise<BookingRow | undefined> {
  const [row] = await insertFromTreatment(db).execute({ ...wanted, id: uuid() })
  return row
}

const refusalOf = prepared((db) => {
  const upcoming = db
    .select({ upcoming: count().as('upcoming') })
    .from(booking)
    .where(
      and(eq(booking.patientId, session.userId), gte(booking.date, placeholder('today')), isNull(booking.cancelledAt)),
    )
    .as('upcoming')
  const isOwn = eq(booking.patientId, session.userId)
  const sameTreatment = eq(booking.treatmentId, treatment.id)
  const sameSlot = eq(booking.slot, placeholder('slot'))
  return db
    .select({
      slots: treatment.slots,
      price: treatment.price,
      patientId: session.userId,
      upcoming: sql<number>`coalesce(${upcoming.upcoming}, 0)::int`,
      clash: booking,
    })
    .from(treatment)
    .leftJoin(session, liveSession)
    .leftJoinLateral(upcoming, sql`true`)
    .leftJoin(
      booking,
      and(
        eq(booking.date, placeholder('date')),
        or(and(sameTreatment, or(sameSlot, isOwn)), and(isOwn, sameSlot)),
        isNull(booking.cancelledAt),
      ),
    )
    .where(eq(treatment.id, placeholder('treatmentId')))
    .orderBy(desc(sql`coalesce(${isOwn}, false)`), desc(sql`coalesce(${sameTreatment}, false)`))
    .limit(1)
    .prepare('booking_refusal')
})

/** Returns what may have refused an insert: the treatment's slots and price, the patient whose session lives, how many upcoming appointments
 *  they have, and the booking in the way: the patient's own for that treatment, then their own at that time, then another's. */
export async function explainRefusal(db: Db, wanted: NewBooking) {
  const [found] = await refusalOf(db).execute(wanted)
  return found
}

/** A patient's bookings, the latest day first, in the order of the day. */
export async function listBookings(db: Db, patient: string): Promise<BookingRow[]> {
  const ofAddress = db.select({ id: user.id }).from(user).where(eq(user.email, patient))
  return db
    .select()
    .from(booking)
    .where(and(eq(booking.patientId, ofAddress), isNull(booking.cancelledAt)))
    .orderBy(desc(booking.date), asc(booking.createdAt))
}

/** One booking. */
export async function findBooking(db: Db, id: string): Promise<BookingRow | undefined> {
  const [found] = await db
    .select()
    .from(booking)
    .where(and(eq(booking.id, id), isNull(booking.cancelledAt)))
  return found
}

/** Selects a booking FOR UPDATE, cancelled or not. */
export async function lockBooking(tx: Db, id: string): Promise<BookingRow | undefined> {
  const [found] = await tx.select().from(booking).where(eq(booking.id, id)).for('update')
  return found
}

const unpaidOf = (patientId: string, price: number) =>
  and(
    eq(booking.patientId, patientId),
    eq(booking.price, price),
    isNull(booking.transactionId),
    isNull(booking.cancelledAt),
  )

/** Selects a patient's unpaid bookings of exactly `price` cents FOR UPDATE, the soonest first; no more than two. */
export async function lockUnpaidBookings(tx: Db, patientId: string, price: number): Promise<BookingRow[]> {
  return tx
    .select()
    .from(booking)
    .where(unpaidOf(patientId, price))
    .orderBy(asc(booking.date), asc(booking.createdAt))
    .limit(2)
    .for('update')
}

/** Tells whether a patient has an unpaid booking of exactly `price` cents. */
export async function hasUnpaidBooking(db: Db, patientId: string, price: number): Promise<boolean> {
  return (await db.$count(booking, unpaidOf(patientId, price))) > 0
}

/** Marks a locked booking as paid by an intent. */
export async function markPaid(tx: Db, id: string, transactionId: string): Promise<BookingRow> {
  const [paid] = await tx
    .update(booking)
    .set({ transactionId, paidAt: sql`now()` })
    .where(eq(booking.id, id))
    .returning()
  if (!paid) throw new Error('A locked booking is gone')
  return paid
}
