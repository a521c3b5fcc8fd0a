import { and, asc, eq, gt, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { type BookingRow, booking, isLive } from '#server/database/schema/booking.ts'

// A change of the rules can concern thousands of bookings, so that each further column takes time.
const columns = {
  id: booking.id,
  treatmentId: booking.treatmentId,
  treatment: booking.treatment,
  date: booking.date,
  slot: booking.slot,
  startsAt: booking.startsAt,
  endsAt: booking.endsAt,
  busyUntil: sql<number>`extract(epoch from upper(${booking.busy}))::float8 * 1000`.as('busy_until'),
  doctorId: booking.doctorId,
  chairId: booking.chairId,
  patientId: booking.patientId,
  patient: booking.patient,
  patientName: booking.patientName,
  phone: booking.phone,
  transactionId: booking.transactionId,
}
type Selected = Pick<BookingRow, Exclude<keyof typeof columns, 'busyUntil'>> & { busyUntil: number }

/** A booking that has not ended and is neither cancelled nor overridden. Instants are Unix times in ms. */
export type UpcomingBooking = Omit<Selected, 'date' | 'startsAt' | 'endsAt'> & {
  date: IsoDate
  startsAt: number
  endsAt: number
}

/** Times within which bookings fit. `hours` of the doctor `null` are those of bookings without one. Instants are Unix times in ms. */
export type Limits = {
  hours: readonly { date: IsoDate; doctorId: string | null; from: number; until: number }[]
  performed: readonly { doctorId: string; treatmentId: string }[]
  /** The chairs in use. Without any, chairs don't limit bookings. */
  chairs: readonly string[]
}

const nobody = '00000000-0000-0000-0000-000000000000'
/** Longest time from an appointment's start until its doctor is free, which the checks on `treatment` limit. */
const longestBusyMs = 10 * 3_600_000

const earliestStart = (now: Date) => new Date(now.getTime() - longestBusyMs)

/** Returns the upcoming booking with this id. */
export async function findUpcoming(db: Db, now: Date, id: string): Promise<UpcomingBooking | undefined> {
  const [found] = await listUpcomingById(db, now, [id])
  return found
}

const isUpcoming = (now: Date) =>
  and(inArray(booking.status, ['booked', 'arrived']), eq(booking.overridden, false), gt(booking.endsAt, now))

/** Lists the upcoming bookings of these days, in order of their start. */
export async function listUpcomingOn(db: Db, now: Date, dates: readonly IsoDate[]): Promise<UpcomingBooking[]> {
  if (dates.length === 0) return []
  // The earliest start lets an index of live bookings find them.
  const isThen = and(isLive, gt(booking.startsAt, earliestStart(now)))
  const isOnDay = sql`${booking.date} = any (${toArray(dates)}::date[])`
  const rows = await db
    .select(columns)
    .from(booking)
    .where(and(isOnDay, isThen, isUpcoming(now)))
    .orderBy(asc(booking.startsAt))
  return rows.map(toUpcoming)
}

/** Lists those of the bookings with these ids that are upcoming, in order of their start. */
export async function listUpcomingById(db: Db, now: Date, ids: readonly string[]): Promise<UpcomingBooking[]> {
  if (ids.length === 0) return []
  // One row for each id, so that PostgreSQL looks each up and does not read all.
  const found = db
    .select(columns)
    .from(booking)
    .where(and(sql`${booking.id} = wanted.id`, isUpcoming(now)))
    .limit(1)
    .as('found')
  const rows = await db
    .select(found._.selectedFields)
    .from(sql`unnest(${toArray(ids)}::uuid[]) as wanted(id)`)
    .crossJoinLateral(found)
    .orderBy(asc(found.startsAt))
  return rows.map(toUpcoming)
}

function toUpcoming({ date, startsAt, endsAt, ...row }: Selected): UpcomingBooking {
  return { ...row, date: date as IsoDate, startsAt: startsAt.getTime(), endsAt: endsAt.getTime() }
}

/** Lists the days from `first` on that have bookings. Each is one look at the index, however many bookings it has. */
export async function listBookedDays(db: Db, first: IsoDate): Promise<IsoDate[]> {
  const { rows } = (await db.execute(sql`
    with recursive day as (
      select min(${booking.date}) as date from ${booking} where ${booking.date} >= ${first}
      union all
      select (select min(${booking.date}) from ${booking} where ${booking.date} > day.date) from day where day.date is not null
    )
    select to_char(date, 'YYYY-MM-DD') as date from day where date is not null order by date`)) as {
    rows: { date: IsoDate }[]
  }
  return rows.map(({ date }) => date)
}

/** Lists the ids of the bookings of some days that are not within `limits`. Some may have ended, be done or not have happened, so that none is
 *  missing if its status is set back. The database compares, because almost all are within. */
export async function listOutside(db: Db, now: Date, limits: Limits, dates: readonly IsoDate[]): Promise<string[]> {
  if (dates.length === 0) return []
  const { hours, performed, chairs } = limits
  const performers = toArray(performed.map(({ doctorId }) => doctorId))
  const treatments = toArray(performed.map(({ treatmentId }) => treatmentId))
  const isNotPerformed = sql`case when ${booking.doctorId} is null then ${booking.treatmentId} = any (${treatments}::uuid[])
    else (${booking.doctorId}, ${booking.treatmentId}) not in (select * from unnest(${performers}::uuid[], ${treatments}::uuid[])) end`
  const isWithoutChair =
    chairs.length === 0
      ? sql`false`
      : sql`(${booking.chairId} is null or ${booking.chairId} <> all (${toArray(chairs)}::uuid[]))`
  const outside = await db
    .select({ id: booking.id })
    .from(booking)
    .leftJoin(
      hoursTable(hours),
      sql`hours.date = ${booking.date} and hours.doctor_id = coalesce(${booking.doctorId}, ${nobody}::uuid)
      and hours.opens <= ${booking.startsAt} and ${booking.endsAt} <= hours.closes`,
    )
    .where(
      and(
        isLive,
        not(booking.overridden),
        gt(booking.startsAt, earliestStart(now)),
        sql`${booking.date} = any (${toArray(dates)}::date[])`,
        sql`(hours.date is null or ${isNotPerformed} or ${isWithoutChair})`,
      ),
    )
  return outside.map(({ id }) => id)
}

function hoursTable(hours: Limits['hours']): SQL {
  const instant = (unixMs: number) => new Date(unixMs).toISOString()
  return sql`unnest(${toArray(hours.map(({ date }) => date))}::date[], ${toArray(hours.map(({ doctorId }) => doctorId ?? nobody))}::uuid[],
    ${toArray(hours.map(({ from }) => instant(from)))}::timestamptz[], ${toArray(hours.map(({ until }) => instant(until)))}::timestamptz[]
  ) as hours(date, doctor_id, opens, closes)`
}

/** Returns an array as PostgreSQL reads it. The values are ids, dates and instants, which need no quotes. */
const toArray = (values: readonly string[]) => `{${values.join(',')}}`
