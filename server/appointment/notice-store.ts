import { and, asc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { contactAbout, withDoctor } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { insertColumns } from '#server/database/insert-columns.ts'
import { appointmentNotice, booking } from '#server/database/schema/booking.ts'
import { emailIn } from '#server/patient/contact-store.ts'
import { isNamedTo } from '#server/patient/store.ts'
import { linkKey } from '#server/patient/tie/link-key-store.ts'
import type { OfNotice } from '#server/text-message/store.ts'
import { isOvertaken, silenceReminders } from './reminder-store.ts'

/** The patient's address for emails. */
const recipient = emailIn(contactAbout('appointment'))

/** For whom the links in an email about a booking are, and whether it must name the patient. */
const ofEmail = {
  recipient,
  key: linkKey(booking.patientId, recipient),
  isNamed: isNamedTo(sql`${booking.patientId}`, recipient),
}

/** Locks the oldest notice that waits, after its appointment, and returns both. Skips those that somebody else has
 *  locked. */
export async function lockWaitingNotice(tx: Db) {
  const [next] = await tx
    .select({ notice: appointmentNotice })
    // The appointment first, in the order of every other transaction.
    .from(booking)
    .innerJoin(appointmentNotice, eq(appointmentNotice.bookingId, booking.id))
    .where(isNull(appointmentNotice.doneAt))
    .orderBy(asc(appointmentNotice.createdAt), asc(appointmentNotice.sequence))
    .limit(1)
    .for('no key update', { of: [booking, appointmentNotice], skipLocked: true })
  if (!next) return undefined
  // The rest is looked up for this one. Before the limit, it would be for all that wait.
  const [found] = await tx
    .select({ notice: appointmentNotice, booking: withDoctor, ...ofEmail, isOvertaken })
    .from(booking)
    .innerJoin(appointmentNotice, eq(appointmentNotice.bookingId, booking.id))
    .where(isNotice(next.notice))
  return found
}
export type WaitingNotice = NonNullable<Awaited<ReturnType<typeof lockWaitingNotice>>>

/** Gives the notice of the last change of a booking a message; one that asks the patient to choose another time is
 *  added with it. */
export async function addNoticeMessage(
  tx: Db,
  { bookingId, kind, message }: { bookingId: string; kind: 'moved' | 'cancelled' | 'choose'; message: string },
): Promise<void> {
  if (kind === 'choose')
    await tx
      .insert(appointmentNotice)
      .select(sql`
        select ${insertColumns(appointmentNotice, {
          bookingId: booking.id,
          kind: sql`'choose'`,
          sequence: booking.sequence,
          startsAt: booking.startsAt,
          message: sql`${message}`,
        })}
        from ${booking} where ${eq(booking.id, bookingId)}`)
      .onConflictDoNothing()
  else if (message !== '')
    await tx
      .update(appointmentNotice)
      .set({ message })
      .where(
        and(
          eq(appointmentNotice.bookingId, bookingId),
          eq(appointmentNotice.kind, kind),
          isNull(appointmentNotice.doneAt),
          sql`${appointmentNotice.sequence} = (select changed.sequence from ${booking} as changed where changed.id = ${bookingId})`,
        ),
      )
}

/** Returns when patients were asked to choose another time, by the ids of their bookings as these are now. */
export async function listAsked(db: Db, bookingIds: readonly string[]): Promise<Map<string, Date>> {
  if (bookingIds.length === 0) return new Map()
  const { bookingId, createdAt } = appointmentNotice
  const rows = await db
    .select({ bookingId, createdAt })
    .from(appointmentNotice)
    .innerJoin(booking, and(eq(booking.id, bookingId), eq(booking.sequence, appointmentNotice.sequence)))
    .where(and(inArray(bookingId, [...bookingIds]), eq(appointmentNotice.kind, 'choose')))
  return new Map(rows.map((row) => [row.bookingId, row.createdAt]))
}

/** Returns the next appointment that is booked, to show what an email about it is like. */
export async function findNextBooked(db: Db, now: Date) {
  const [found] = await db
    .select({ booking: withDoctor, ...ofEmail })
    .from(booking)
    .where(and(eq(booking.status, 'booked'), gt(booking.startsAt, now)))
    .orderBy(asc(booking.startsAt))
    .limit(1)
  return found
}

/** Marks a notice as done. */
export function finishNotice(tx: Db, notice: OfNotice): Promise<void> {
  return setDone(tx, notice, sql`now()`)
}

/** Makes a notice wait again whose text message did not arrive, so that its patient hears in another way. */
export function reopenNotice(tx: Db, notice: OfNotice): Promise<void> {
  return setDone(tx, notice, null)
}

async function setDone(tx: Db, notice: OfNotice, doneAt: SQL | null) {
  await tx.update(appointmentNotice).set({ doneAt }).where(isNotice(notice))
}

const isNotice = ({ bookingId, kind, sequence, hoursBefore }: OfNotice) =>
  and(
    eq(appointmentNotice.bookingId, bookingId),
    eq(appointmentNotice.kind, kind),
    eq(appointmentNotice.sequence, sequence),
    eq(appointmentNotice.hoursBefore, hoursBefore),
  )

/** Marks notices of new bookings as done, so that none is sent: that of the booking, and the reminders of its time. */
export async function silenceNotices(
  tx: Db,
  bookingIds: readonly string[],
  { booked, reminder }: { booked: boolean; reminder: boolean },
): Promise<void> {
  if (bookingIds.length === 0) return
  const ofThese = inArray(appointmentNotice.bookingId, [...bookingIds])
  if (booked) await tx.update(appointmentNotice).set({ doneAt: sql`now()` }).where(ofThese)
  if (reminder) await silenceReminders(tx, bookingIds)
}
