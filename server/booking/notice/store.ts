import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { appointmentNotice, booking } from '#server/database/schema/booking.ts'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { withDoctor } from '../store.ts'

/** Adds a reminder for each appointment that begins within the clinic's reminder time after `now`, unless the patient chose its time within
 *  that time themselves. An appointment gets one for each time that it is moved to. */
export async function addDueReminders(db: Db, now: Date): Promise<void> {
  const reminderTime = sql`make_interval(hours => ${clinicPolicy.reminderHours})`
  const due = sql`
    select ${booking.id}, 'reminder', ${booking.sequence}, ${booking.startsAt}, now(), null::timestamptz
    from ${booking}, ${clinicPolicy}
    where ${booking.status} = 'booked' and ${booking.startsAt} > ${now} and ${booking.startsAt} <= ${now}::timestamptz + ${reminderTime}
      and ${booking.scheduledAt} < ${booking.startsAt} - ${reminderTime}`
  await db.insert(appointmentNotice).select(due).onConflictDoNothing()
}

/** Locks the oldest notice that waits and that no other instance works on, and returns it with its appointment. */
export async function lockWaitingNotice(tx: Db) {
  const [found] = await tx
    .select({ notice: appointmentNotice, booking: withDoctor })
    .from(appointmentNotice)
    .innerJoin(booking, eq(booking.id, appointmentNotice.bookingId))
    .where(isNull(appointmentNotice.doneAt))
    .orderBy(asc(appointmentNotice.createdAt), asc(appointmentNotice.sequence))
    .limit(1)
    .for('update', { of: appointmentNotice, skipLocked: true })
  return found && { notice: found.notice, booking: { ...found.booking, date: found.booking.date as IsoDate } }
}
export type WaitingNotice = NonNullable<Awaited<ReturnType<typeof lockWaitingNotice>>>

/** Marks a notice as done. */
export async function finishNotice(
  tx: Db,
  { bookingId, kind, sequence }: typeof appointmentNotice.$inferSelect,
): Promise<void> {
  await tx
    .update(appointmentNotice)
    .set({ doneAt: sql`now()` })
    .where(
      and(
        eq(appointmentNotice.bookingId, bookingId),
        eq(appointmentNotice.kind, kind),
        eq(appointmentNotice.sequence, sequence),
      ),
    )
}

/** Returns whether a reminder is still right: the appointment is booked, at the same time, and has not begun. */
export async function isReminderDue(db: Db, id: string, startsAt: Date, now: Date): Promise<boolean> {
  const isSame = and(eq(booking.id, id), eq(booking.status, 'booked'), eq(booking.startsAt, startsAt))
  return startsAt > now && (await db.$count(booking, isSame)) > 0
}
