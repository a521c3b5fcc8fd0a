import { and, asc, eq, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { type BookingRow, booking, isLive } from '#server/database/schema/booking.ts'

/** A booking that has not ended and is neither cancelled nor overridden. Instants are Unix times in ms. */
export type UpcomingBooking = Omit<BookingRow, 'date' | 'startsAt' | 'endsAt'> & {
  date: IsoDate
  startsAt: number
  endsAt: number
  busyUntil: number
}

/** Times within which bookings fit. `hours` of the doctor `null` are those of bookings without one. Instants are Unix times in ms. */
export type Limits = {
  hours: readonly { date: IsoDate; doctorId: string | null; from: number; until: number }[]
  performed: readonly { doctorId: string; treatmentId: string }[]
  /** The chairs in use. Without any, chairs don't limit bookings. */
  chairs: readonly string[]
}

const columns = {
  ...getTableColumns(booking),
  busyUntil: sql<number>`extract(epoch from upper(${booking.busy}))::float8 * 1000`,
}
const nobody = '00000000-0000-0000-0000-000000000000'
/** Longest time from an appointment's start until its doctor is free, which the checks on `treatment` limit. */
const longestBusyMs = 10 * 3_600_000

/** Matches bookings that have not ended at `now`. The earliest start lets an index find them. */
const isUpcoming = (now: Date) =>
  and(
    isLive,
    inArray(booking.status, ['booked', 'arrived']),
    eq(booking.overridden, false),
    gt(booking.startsAt, new Date(now.getTime() - longestBusyMs)),
    gt(booking.endsAt, now),
  )

/** Returns the upcoming booking with this id. */
export async function findUpcoming(db: Db, now: Date, id: string): Promise<UpcomingBooking | undefined> {
  const [found] = await db
    .select(columns)
    .from(booking)
    .where(and(eq(booking.id, id), isUpcoming(now)))
  return found && toUpcoming(found)
}

/** Lists the upcoming bookings of these days, in order of their start. */
export async function listUpcomingOn(db: Db, now: Date, dates: readonly IsoDate[]): Promise<UpcomingBooking[]> {
  if (dates.length === 0) return []
  const rows = await db
    .select(columns)
    .from(booking)
    .where(and(sql`${booking.date} = any (${toArray(dates)}::date[])`, isUpcoming(now)))
    .orderBy(asc(booking.startsAt))
  return rows.map(toUpcoming)
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

/** Lists the upcoming bookings that are not within `limits`, in order of their start. The database compares, because almost all are within. */
export async function listUpcomingOutside(db: Db, now: Date, limits: Limits): Promise<UpcomingBooking[]> {
  const { hours, performed, chairs } = limits
  const performers = toArray(performed.map(({ doctorId }) => doctorId))
  const treatments = toArray(performed.map(({ treatmentId }) => treatmentId))
  const isOutside = sql`(hours.date is null
    or case when ${booking.doctorId} is null then ${booking.treatmentId} = any (${treatments}::uuid[]) else performed.doctor_id is null end
    ${chairs.length === 0 ? sql`` : sql`or ${booking.chairId} is null or ${booking.chairId} <> all (${toArray(chairs)}::uuid[])`})`
  const rows = await db
    .select(columns)
    .from(booking)
    .leftJoin(
      hoursTable(hours),
      sql`hours.date = ${booking.date} and hours.doctor_id = coalesce(${booking.doctorId}, ${nobody}::uuid)
        and hours.opens <= ${booking.startsAt} and ${booking.endsAt} <= hours.closes`,
    )
    .leftJoin(
      sql`unnest(${performers}::uuid[], ${treatments}::uuid[]) as performed(doctor_id, treatment_id)`,
      sql`performed.doctor_id = ${booking.doctorId} and performed.treatment_id = ${booking.treatmentId}`,
    )
    .where(and(isUpcoming(now), isOutside))
    .orderBy(asc(booking.startsAt))
  return rows.map(toUpcoming)
}

function hoursTable(hours: Limits['hours']): SQL {
  const instant = (unixMs: number) => new Date(unixMs).toISOString()
  return sql`unnest(${toArray(hours.map(({ date }) => date))}::date[], ${toArray(hours.map(({ doctorId }) => doctorId ?? nobody))}::uuid[],
    ${toArray(hours.map(({ from }) => instant(from)))}::timestamptz[], ${toArray(hours.map(({ until }) => instant(until)))}::timestamptz[]
  ) as hours(date, doctor_id, opens, closes)`
}

/** Returns an array as PostgreSQL reads it. The values are ids, dates and instants, which need no quotes. */
const toArray = (values: readonly string[]) => `{${values.join(',')}}`

function toUpcoming({ date, startsAt, endsAt, ...row }: BookingRow & { busyUntil: number }): UpcomingBooking {
  return { ...row, date: date as IsoDate, startsAt: startsAt.getTime(), endsAt: endsAt.getTime() }
}
