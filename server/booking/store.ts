import { and, asc, count, desc, eq, gt, gte, isNull, or, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { prepared } from '#server/database/prepared.ts'
import { session } from '#server/database/schema/auth.ts'
import { type BookingRow, booking } from '#server/database/schema/booking.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'

const { placeholder } = sql

/** A patient's choice. `price` in cents is the price that they saw. */
export type BookingInput = { treatmentId: string; date: IsoDate; slot: string; price: number; phone: string }

/** Input for the insert. The patient of the session may have `maxUpcoming` appointments from `today` on. */
export type NewBooking = BookingInput & { sessionId: string; today: IsoDate; maxUpcoming: number }

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

/** Inserts a booking with the treatment's name and price and the patient's name and email. Returns undefined if the session has ended, the
 *  treatment does not have that slot at that price, a unique index conflicts or the patient has too many upcoming appointments. */
export async function insertBooking(db: Db, newBooking: NewBooking): Promise<BookingRow | undefined> {
  const [row] = await insertFromTreatment(db).execute({ ...newBooking, id: uuid() })
  return row
}

const selectRefusal = prepared((db) => {
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

/** Returns the data that explains a refused insert: the treatment's slots and price, the patient of the live session, the number of their
 *  upcoming appointments, and the conflicting booking: the patient's own for that treatment, else their own at that time, else another
 *  patient's. Returns undefined for an unknown treatment. */
export async function explainRefusal(db: Db, newBooking: NewBooking) {
  const [found] = await selectRefusal(db).execute(newBooking)
  return found
}

/** Lists the bookings of the patient with this email, the latest day first. */
export async function listBookings(db: Db, email: string): Promise<BookingRow[]> {
  const patientId = db.select({ id: user.id }).from(user).where(eq(user.email, email))
  return db
    .select()
    .from(booking)
    .where(and(eq(booking.patientId, patientId), isNull(booking.cancelledAt)))
    .orderBy(desc(booking.date), asc(booking.createdAt))
}

/** Returns a booking unless it is cancelled. */
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

const isUnpaid = (patientId: string, price: number) =>
  and(
    eq(booking.patientId, patientId),
    eq(booking.price, price),
    isNull(booking.transactionId),
    isNull(booking.cancelledAt),
  )

/** Selects up to two of a patient's unpaid bookings of exactly `price` cents FOR UPDATE, the earliest first. */
export async function lockUnpaidBookings(tx: Db, patientId: string, price: number): Promise<BookingRow[]> {
  return tx
    .select()
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
export async function markPaid(tx: Db, id: string, transactionId: string): Promise<BookingRow> {
  const [paid] = await tx
    .update(booking)
    .set({ transactionId, paidAt: sql`now()` })
    .where(eq(booking.id, id))
    .returning()
  if (!paid) throw new Error('The locked booking does not exist')
  return paid
}
