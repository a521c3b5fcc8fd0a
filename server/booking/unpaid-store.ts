import { and, asc, desc, eq, exists, gt, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/database/db.ts'
import { booking, isLive } from '#server/database/schema/booking.ts'
import { patientUser } from '#server/database/schema/patient.ts'
import { user } from '#server/database/schema/user.ts'
import { tieSees } from '#server/patient/tie/tie-store.ts'
import { type BookingWithDoctor, isKnownTo, withDoctor } from './store.ts'

const own = alias(patientUser, 'own')

/** Matches the bookings of those patients for whom the account of `ownPatientId` may act, as far as it knows them. */
const isOfAccount = (db: Db, ownPatientId: string) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(own)
      .innerJoin(user, eq(user.id, own.userId))
      .innerJoin(patientUser, eq(patientUser.userId, own.userId))
      .where(
        and(
          eq(own.patientId, ownPatientId),
          eq(own.relation, 'self'),
          eq(patientUser.patientId, booking.patientId),
          tieSees(patientUser),
          isKnownTo(user),
        ),
      ),
  )

/** Matches the bookings of an account for which exactly `owed` cents are owed. */
const isUnpaid = (db: Db, ownPatientId: string, owed: number) =>
  and(isOfAccount(db, ownPatientId), eq(booking.owedCents, owed), isLive)

/** Selects up to two bookings for which exactly `owed` cents are owed FOR UPDATE, the earliest first: those of the
 *  patients for whom the account of `ownPatientId` may act. Locks them in the order of every other transaction. */
export async function lockUnpaidBookings(tx: Db, ownPatientId: string, owed: number): Promise<BookingWithDoctor[]> {
  const earliest = tx
    .select({ id: booking.id })
    .from(booking)
    .where(isUnpaid(tx, ownPatientId, owed))
    .orderBy(asc(booking.date), asc(booking.createdAt))
    .limit(2)
  const rows = await tx
    .select(withDoctor)
    .from(booking)
    .where(and(inArray(booking.id, earliest), isUnpaid(tx, ownPatientId, owed)))
    .orderBy(asc(booking.id))
    .for('update')
  return rows.toSorted((a, b) => a.date.localeCompare(b.date) || a.createdAt.getTime() - b.createdAt.getTime())
}

/** Returns whether exactly `owed` cents are owed for a booking of the patients of the account of `ownPatientId`. */
export async function hasUnpaidBooking(db: Db, ownPatientId: string, owed: number): Promise<boolean> {
  return (await db.$count(booking, isUnpaid(db, ownPatientId, owed))) > 0
}

/** Returns the cents that are owed for a booking of the account of `ownPatientId` with this price: one for which all of
 *  it is owed, else one of which a part is paid. Undefined without any. */
export async function findOwedOf(db: Db, ownPatientId: string, price: number): Promise<number | undefined> {
  const { owedCents, priceCents, date, createdAt } = booking
  const [found] = await db
    .select({ owedCents })
    .from(booking)
    .where(
      and(
        isOfAccount(db, ownPatientId),
        or(eq(owedCents, price), and(eq(priceCents, price), gt(owedCents, 0))),
        isLive,
      ),
    )
    .orderBy(desc(eq(owedCents, price)), asc(date), asc(createdAt))
    .limit(1)
  return found?.owedCents
}
