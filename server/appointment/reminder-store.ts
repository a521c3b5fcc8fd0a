import { and, eq, exists, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Policy } from '#contract/calendar/policy.ts'
import { contactAbout } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { insertColumns } from '#server/database/insert-columns.ts'
import { selectRows } from '#server/database/rows.ts'
import { appointmentNotice, booking } from '#server/database/schema/booking.ts'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { uuids } from '#server/database/schema/columns.ts'

/** The clinic's reminders: the first one, and the further ones by their hours. */
export type ReminderTimes = Pick<Policy, 'reminderHours' | 'moreReminderHours'>

/** Adds the reminders of appointments whose time has come at `now`, unless the patient chose the time of the
 *  appointment after that themselves. An appointment gets each of them once for each time that it is moved to. If
 *  several are due and none was added yet, as after an outage, only the latest is sent: the others count as done.
 *  Leaves out the appointments that somebody else has locked: the next run adds theirs. */
export async function addDueReminders(db: Db, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const ids = await lockDue(tx, now)
    if (ids.length === 0) return
    const only = sql`id in (select unnest(${uuids(ids)}))`
    await tx
      .insert(appointmentNotice)
      .select(dueReminders(now, { doneAt: sql`case when is_latest then null else now() end`, only }))
      .onConflictDoNothing()
  })
}

/** Adds the reminders that are due at `now` because the clinic has changed when it reminds. If the first reminder comes
 *  earlier than before, patients get it if it is `announced`. All others count as done, so that none is sent at once.
 *  Returns how many addresses and numbers get, or would get, the first reminder. */
export async function addEarlierReminders(
  tx: Db,
  now: Date,
  { former, announced }: { former: ReminderTimes; announced: boolean },
): Promise<number> {
  const formerHours = [former.reminderHours, ...former.moreReminderHours]
  const isEarlier = sql`hours_before = 0 and is_latest and hours <> all(${toArray(formerHours)})
    and starts_at > ${now}::timestamptz + make_interval(hours => ${former.reminderHours}::int)`
  const added = await tx
    .insert(appointmentNotice)
    .select(dueReminders(now, { doneAt: announced ? sql`null` : sql`now()`, only: isEarlier }))
    .onConflictDoNothing()
    .returning({ id: appointmentNotice.bookingId })
  // A time that the clinic had before is left to the job: its reminders may not be added yet.
  const isChanged = sql`case when hours_before = 0 then hours <> ${former.reminderHours}
      and starts_at > ${now}::timestamptz + make_interval(hours => ${former.reminderHours}::int)
    else hours <> all(${toArray(former.moreReminderHours)}) end`
  await tx
    .insert(appointmentNotice)
    .select(dueReminders(now, { doneAt: sql`now()`, only: isChanged }))
    .onConflictDoNothing()
  const ids = added.map(({ id }) => id)
  const address = sql<string | null>`${contactAbout('appointment')} ->> 'address'`
  const rows = await tx.selectDistinct({ address }).from(booking).where(inArray(booking.id, ids))
  return rows.filter((row) => row.address !== null).length
}

/** Marks the reminders of appointments at the time that they have now as done. */
export async function silenceReminders(tx: Db, bookingIds: readonly string[]): Promise<void> {
  await tx
    .insert(appointmentNotice)
    .select(sql`
      select ${insertColumns(appointmentNotice, {
        ...{ bookingId: booking.id, kind: sql`'reminder'`, sequence: booking.sequence, startsAt: booking.startsAt },
        ...{ hoursBefore: sql`hours_before`, doneAt: sql`now()` },
      })}
      from ${booking}, ${clinicPolicy}, ${reminders} where ${inArray(booking.id, [...bookingIds])}
      order by ${booking.id}, hours_before`)
    .onConflictDoNothing()
}

/** Whether a reminder waits of which a later one of the same appointment waits too, after an outage. */
export const isOvertaken: SQL<boolean> = sql<boolean>`exists (
  select from ${appointmentNotice} as other, ${clinicPolicy}
  where ${appointmentNotice.kind} = 'reminder' and other.kind = 'reminder' and other.done_at is null
    and other.booking_id = ${appointmentNotice.bookingId} and other.starts_at = ${appointmentNotice.startsAt}
    and ${hoursOf(sql`other.hours_before`)} < ${hoursOf(sql`${appointmentNotice.hoursBefore}`)})`

/** Returns whether a reminder whose email was added at `addedAt` is still right: the appointment is booked, at the same
 *  time, and has not begun, and no later reminder was sent since. */
export async function isReminderDue(
  db: Db,
  { id, startsAt, addedAt }: { id: string; startsAt: Date; addedAt: Date },
  now: Date,
): Promise<boolean> {
  if (startsAt <= now) return false
  const later = alias(appointmentNotice, 'later')
  // A Date has no microseconds. One that was silenced was done when it was added.
  const isSent = and(gt(sql`date_trunc('milliseconds', ${later.doneAt})`, addedAt), gt(later.doneAt, later.createdAt))
  const ofSame = and(eq(later.bookingId, id), eq(later.startsAt, startsAt), eq(later.kind, 'reminder'))
  const isSame = and(eq(booking.id, id), eq(booking.status, 'booked'), eq(booking.startsAt, startsAt))
  const [found] = await db
    .select({ isRepeated: exists(db.select().from(later).where(and(ofSame, isSent))) })
    .from(booking)
    .where(isSame)
  return found !== undefined && !found.isRepeated
}

/** A row for each reminder of the clinic. */
const reminders = sql`lateral (
  select 0 as hours_before, ${clinicPolicy.reminderHours} as hours
  union all select more, more from unnest(${clinicPolicy.moreReminderHours}) as more
) as reminder`

/** Locks the appointments that have a reminder to be added, before any notice, in the order of every other transaction.
 *  Returns their ids. */
async function lockDue(tx: Db, now: Date): Promise<string[]> {
  // The offset keeps the database from reading the whole table of notices once instead of the few of each appointment.
  const isKnown = sql`exists (select from ${appointmentNotice} as known where known.booking_id = due.id
    and known.kind = 'reminder' and known.starts_at = due.starts_at and known.hours_before = due.hours_before offset 0)`
  const due = await selectRows<{ id: string }>(tx, sql`select distinct due.id from ${dueAt(now)} where not ${isKnown}`)
  const ids = due.map(({ id }) => id)
  if (ids.length === 0) return ids
  const rows = await tx
    .select({ id: booking.id })
    .from(booking)
    .where(sql`${booking.id} in (select unnest(${uuids(ids)}))`)
    .orderBy(booking.id)
    .for('key share', { skipLocked: true })
  return rows.map(({ id }) => id)
}

/** Returns a query for the reminders that are due at `now`, as notices. `only`: a condition on `id`, `hours_before`,
 *  `hours`, `starts_at` and `is_latest`, which none that is due comes after. In the order of the appointments, so that
 *  two who add the same ones can't deadlock. */
function dueReminders(now: Date, { doneAt, only }: { doneAt: SQL; only: SQL }): SQL {
  return sql`
    select ${insertColumns(appointmentNotice, {
      bookingId: sql`due.id`,
      kind: sql`'reminder'`,
      sequence: sql`due.sequence`,
      startsAt: sql`due.starts_at`,
      hoursBefore: sql`due.hours_before`,
      doneAt,
    })}
    from ${dueAt(now)}
    where ${only}
    order by due.id, due.hours_before`
}

/** The hours of the clinic's earliest reminder, read before all else. The join alone would compare every appointment
 *  that is ahead, because the hours differ by row. */
const mostHours = sql`(select greatest(${clinicPolicy.reminderHours}, (select max(more) from unnest(${clinicPolicy.moreReminderHours}) as more))
  from ${clinicPolicy})`

const dueAt = (now: Date) => sql`(
  select ${booking.id}, ${booking.sequence}, ${booking.startsAt}, reminder.hours_before, reminder.hours,
    row_number() over (partition by ${booking.id} order by reminder.hours, reminder.hours_before) = 1 as is_latest
  from ${booking}, ${clinicPolicy}, ${reminders}
  where ${booking.status} = 'booked' and ${booking.startsAt} > ${now}::timestamptz
    and ${booking.startsAt} <= ${now}::timestamptz + make_interval(hours => ${mostHours})
    and ${booking.startsAt} <= ${now}::timestamptz + make_interval(hours => reminder.hours)
    and ${booking.scheduledAt} < ${booking.startsAt} - make_interval(hours => reminder.hours)
) as due`

function hoursOf(hoursBefore: SQL): SQL {
  return sql`coalesce(nullif(${hoursBefore}, 0), ${clinicPolicy.reminderHours})`
}

const toArray = (hours: readonly number[]) => sql`${`{${hours.join()}}`}::int[]`
