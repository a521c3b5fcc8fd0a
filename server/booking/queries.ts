import { and, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'
import { type BookingRow, booking, isLive } from '#server/database/schema/booking.ts'
import { patient } from '#server/database/schema/patient.ts'

const unixMs = (instant: SQL | typeof booking.startsAt) => sql`extract(epoch from ${instant})::float8 * 1000`

// A change of the rules can concern thousands of bookings, so that each further column takes time.
const columns = {
  id: booking.id,
  treatmentId: booking.treatmentId,
  treatment: booking.treatment,
  date: sql`to_char(${booking.date}, 'YYYY-MM-DD')`,
  slot: booking.slot,
  startsAt: unixMs(booking.startsAt),
  endsAt: unixMs(booking.endsAt),
  busyUntil: unixMs(sql`upper(${booking.busy})`),
  doctorId: booking.doctorId,
  chairId: booking.chairId,
  patientId: booking.patientId,
  patientName: booking.patientName,
  phone: booking.phone,
  transactionId: booking.transactionId,
}

const selected = sql.join(
  Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
  sql`, `,
)

/** A booking that has not ended and is neither cancelled nor overridden. Instants are Unix times in ms. */
export type UpcomingBooking = Omit<
  Pick<BookingRow, keyof typeof columns & keyof BookingRow>,
  'date' | 'startsAt' | 'endsAt'
> & {
  date: IsoDate
  startsAt: number
  endsAt: number
  busyUntil: number
}

/** Times within which bookings fit. `hours` of the doctor `null` are those of bookings without one. Instants are Unix
 *  times in ms. */
export type Limits = {
  hours: readonly { date: IsoDate; doctorId: string | null; from: number; until: number }[]
  performed: readonly { doctorId: string; treatmentId: string }[]
  /** The chairs in use. Without any, chairs don't limit bookings. */
  chairs: readonly string[]
  /** The treatments of chairs that are not for all. */
  suited: readonly { chairId: string; treatmentId: string }[]
  /** When chairs in use can't be used. */
  chairBlocks: readonly { chairId: string; from: number; until: number }[]
}

/** A part of a day. Instants are Unix times in ms. One without length is touched by what begins before it and ends
 *  after it. */
export type DayTime = { date: IsoDate; from: number; until: number }

/** Bookings outside of the limits. */
export type Outside = { ids: string[]; upcoming: UpcomingBooking[] }

const nobody = '00000000-0000-0000-0000-000000000000'
/** Longest time from an appointment's start until its doctor is free, which the checks on `treatment` limit. */
const longestBusyMs = 10 * 3_600_000

/** More times than these are looked for among all bookings ahead. */
const manyTimes = 31

const earliestStart = (now: Date) => new Date(now.getTime() - longestBusyMs)

/** Returns the upcoming booking with this id. */
export async function findUpcoming(db: Db, now: Date, id: string): Promise<UpcomingBooking | undefined> {
  const [found] = await listUpcomingById(db, now, [id])
  return found
}

/** Whether a booking is expected and has not ended. */
export const isAhead = (now: Date) => and(inArray(booking.status, ['booked', 'arrived']), gt(booking.endsAt, now))
const isUpcoming = (now: Date) => and(isAhead(now), eq(booking.overridden, false))

/** Lists the upcoming bookings of these days, in order of their start. */
export async function listUpcomingOn(db: Db, now: Date, dates: readonly IsoDate[]): Promise<UpcomingBooking[]> {
  if (dates.length === 0) return []
  // The earliest start lets an index of live bookings find them.
  const isThen = and(isLive, gt(booking.startsAt, earliestStart(now)))
  const isOnDay = sql`${booking.date} = any (${toArray(dates)}::date[])`
  return readRows(
    db,
    sql`select ${selected} from ${booking} where ${and(isOnDay, isThen, isUpcoming(now))} order by ${booking.startsAt}, ${booking.id}`,
  )
}

const isOfDied = sql`exists (select from ${patient} as person where person.id = ${booking.patientId} and person.died_at is not null)`

/** Lists the ids of the bookings ahead or under way at `now` whose patients have died, also of overridden ones. */
export async function listIdsOfDied(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: booking.id })
    .from(patient)
    .innerJoin(booking, eq(booking.patientId, patient.id))
    .where(and(isNotNull(patient.diedAt), isAhead(now)))
  return rows.map(({ id }) => id)
}

/** Lists those of the bookings with these ids that are upcoming, in order of their start. Of patients who have died,
 *  those that are overridden, too. */
export async function listUpcomingById(db: Db, now: Date, ids: readonly string[]): Promise<UpcomingBooking[]> {
  if (ids.length === 0) return []
  // One row for each id, so that PostgreSQL looks each up and does not read all.
  return readRows(
    db,
    sql`select found.* from unnest(${toArray(ids)}::uuid[]) as wanted(id) cross join lateral (
      select ${selected} from ${booking} where ${booking.id} = wanted.id and ${isAhead(now)} and (not ${booking.overridden} or ${isOfDied}) limit 1
    ) as found order by found."startsAt", found.id`,
  )
}

/** Lists the days from `first` on that have bookings. Each is one look at the index, however many bookings it has. */
export async function listBookedDays(db: Db, first: IsoDate): Promise<IsoDate[]> {
  const rows = await selectRows<{ date: IsoDate }>(
    db,
    sql`
    with recursive day as (
      select min(${booking.date}) as date from ${booking} where ${booking.date} >= ${first}
      union all
      select (select min(${booking.date}) from ${booking} where ${booking.date} > day.date) from day where day.date is not null
    )
    select to_char(date, 'YYYY-MM-DD') as date from day where date is not null order by date`,
  )
  return rows.map(({ date }) => date)
}

/** Finds the bookings that touch one of `times` and are not within `limits`: the ids of all, and those that are
 *  upcoming. `ids` has also those that have ended, are done or did not happen, so that none is missing if its status is
 *  set back. The database compares, because almost all are within. */
export async function findOutside(db: Db, now: Date, limits: Limits, times: readonly DayTime[]): Promise<Outside> {
  if (times.length === 0) return { ids: [], upcoming: [] }
  const dates = toArray(times.map(({ date }) => date))
  // One of the two, because PostgreSQL takes days and starts for independent: with both it expects few bookings, and
  // sorts all.
  const isThen =
    times.length > manyTimes ? gt(booking.startsAt, earliestStart(now)) : sql`${booking.date} = any (${dates}::date[])`
  const touches = sql`exists (
    select from (
      select date, to_timestamp("from") as opens, to_timestamp(until) as closes
      from unnest(${dates}::date[], ${secondsOf(times, 'from')}, ${secondsOf(times, 'until')}) as time(date, "from", until)
    ) as touched
    where touched.date = ${booking.date} and ${booking.startsAt} < touched.closes and ${booking.endsAt} > touched.opens)`
  const rows = await readRows<{ isUpcoming: boolean }>(
    db,
    sql`select ${selected}, (${isUpcoming(now)}) as "isUpcoming" from ${booking}
      where ${isLive} and not ${booking.overridden} and ${isThen} and ${touches} and not exists (${timesWithin(limits)})
      order by ${booking.startsAt}, ${booking.id}`,
  )
  return { ids: rows.map(({ id }) => id), upcoming: rows.flatMap(({ isUpcoming: is, ...row }) => (is ? [row] : [])) }
}

/** Returns a query for the working hours that a booking is within, if it is also within the other limits. All is one
 *  condition of one join: its table of hours is small, and PostgreSQL reads the bookings once. */
function timesWithin({ hours, performed, chairs, suited, chairBlocks }: Limits): SQL {
  const performers = toArray(performed.map(({ doctorId }) => doctorId))
  const treatments = toArray(performed.map(({ treatmentId }) => treatmentId))
  const isPerformed = sql`case when ${booking.doctorId} is null then ${booking.treatmentId} <> all (${treatments}::uuid[])
    else (${booking.doctorId}, ${booking.treatmentId}) in (select * from unnest(${performers}::uuid[], ${treatments}::uuid[])) end`
  return sql`select from (
      select date, doctor_id, to_timestamp("from") as opens, to_timestamp(until) as closes
      from unnest(
        ${toArray(hours.map(({ date }) => date))}::date[], ${toArray(hours.map(({ doctorId }) => doctorId ?? nobody))}::uuid[],
        ${secondsOf(hours, 'from')}, ${secondsOf(hours, 'until')}
      ) as time(date, doctor_id, "from", until)
    ) as hours
    where hours.date = ${booking.date} and hours.doctor_id = coalesce(${booking.doctorId}, ${nobody}::uuid)
      and hours.opens <= ${booking.startsAt} and ${booking.endsAt} <= hours.closes and ${isPerformed}
      and ${chairs.length === 0 ? sql`true` : sql`${booking.chairId} = any (${toArray(chairs)}::uuid[])`}
      and ${suited.length === 0 ? sql`true` : isSuited(suited)}
      and ${chairBlocks.length === 0 ? sql`true` : sql`not exists (${blocksTouched(chairBlocks)})`}`
}

/** Returns the condition that the chair of a booking is for its treatment, or for all. */
function isSuited(suited: Limits['suited']): SQL {
  const chairs = toArray(suited.map(({ chairId }) => chairId))
  const treatments = toArray(suited.map(({ treatmentId }) => treatmentId))
  return sql`(${booking.chairId} <> all (${chairs}::uuid[])
    or (${booking.chairId}, ${booking.treatmentId}) in (select * from unnest(${chairs}::uuid[], ${treatments}::uuid[])))`
}

/** Returns a query for the blocks of its chair that a booking touches. */
function blocksTouched(chairBlocks: Limits['chairBlocks']): SQL {
  return sql`select from unnest(
      ${toArray(chairBlocks.map(({ chairId }) => chairId))}::uuid[],
      ${secondsOf(chairBlocks, 'from')}, ${secondsOf(chairBlocks, 'until')}
    ) as blocked(chair_id, "from", until)
    where blocked.chair_id = ${booking.chairId}
      and ${booking.startsAt} < to_timestamp(blocked.until) and ${booking.endsAt} > to_timestamp(blocked."from")`
}

/** Returns the rows as they come: Drizzle's mapping would take longer than the query. */
async function readRows<More extends object = object>(db: Db, query: SQL): Promise<(UpcomingBooking & More)[]> {
  const rows = await selectRows<UpcomingBooking & More>(db, query)
  return rows
}

// Thousands of instants are written and read faster as numbers.
function secondsOf<Edge extends string>(times: readonly Record<Edge, number>[], edge: Edge): SQL {
  return sql`${toArray(times.map((time) => time[edge] / 1_000))}::float8[]`
}

/** Returns an array as PostgreSQL reads it. The values are ids, dates and numbers, which need no quotes. */
const toArray = (values: readonly (string | number)[]) => `{${values.join(',')}}`

/** Returns whose bookings these are, and for what, by their ids. */
export async function listNamesOf(db: Db, ids: readonly string[]) {
  const { id, patientId, patientName, treatment } = booking
  const rows = await db
    .select({ id, patientId, patientName, treatment })
    .from(booking)
    .where(inArray(id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, row]))
}
