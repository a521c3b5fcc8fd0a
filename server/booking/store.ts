import { and, asc, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Db } from '#server/database/open.ts'
import { prepared } from '#server/database/prepared.ts'
import { booking, session, treatment, user } from '#server/database/schema.ts'

const { placeholder } = sql

/** A booking as the database has it: `price` in cents, `date` as YYYY-MM-DD. */
export type BookingRow = typeof booking.$inferSelect

/** What is inserted. `price` in cents is what the patient saw; the row is made from the treatment and the patient themselves. */
export type NewBooking = {
  treatmentId: string
  date: string
  slot: string
  price: number
  phone: string
  sessionId: string
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
          ),
        ),
    )
    .onConflictDoNothing()
    .returning()
    .prepare('insert_booking'),
)

/** Inserts a booking if its patient's session lives, the treatment has that slot at that price and both unique indexes allow it;
 *  undefined if not.
 *  No conflict is an error for the database: an error would cost the pool its connection. */
export async function insertBooking(db: Db, wanted: NewBooking): Promise<BookingRow | undefined> {
  const [row] = await insertFromTreatment(db).execute({ ...wanted, id: uuid() })
  return row
}

const treatmentAndClash = prepared((db) =>
  db
    .select({ slots: treatment.slots, price: treatment.price, patientId: session.userId, clash: booking })
    .from(treatment)
    .leftJoin(session, liveSession)
    .leftJoin(
      booking,
      and(
        eq(booking.date, placeholder('date')),
        eq(booking.treatmentId, treatment.id),
        or(eq(booking.slot, placeholder('slot')), eq(booking.patientId, session.userId)),
        isNull(booking.cancelledAt),
      ),
    )
    .where(eq(treatment.id, placeholder('treatmentId')))
    .orderBy(desc(sql`coalesce(${booking.patientId} = ${session.userId}, false)`))
    .limit(1)
    .prepare('treatment_and_clash'),
)

/** The treatment that was wanted, the patient whose session lives, and the booking that stands in the way, the patient's own first. */
export async function findTreatmentAndClash(
  db: Db,
  wanted: Pick<NewBooking, 'treatmentId' | 'date' | 'slot' | 'sessionId'>,
) {
  const [found] = await treatmentAndClash(db).execute(wanted)
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
