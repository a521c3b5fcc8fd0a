import { and, asc, eq, gte, isNull, not, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { booking, calendarFeed, isLive } from '#server/database/schema/booking.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { user } from '#server/database/schema/user.ts'

/** Whose appointments a feed has. */
export type FeedOwner = { patientId: string } | { doctorId: string }

/** Returns the owner of a feed; undefined if the feed does not exist, was renewed, its doctor has left, or its
 *  patient's account is erased. */
export async function findFeedOwner(db: Db, id: string): Promise<FeedOwner | undefined> {
  const [found] = await db
    .select({ patientId: calendarFeed.patientId, doctorId: calendarFeed.doctorId })
    .from(calendarFeed)
    .leftJoin(doctor, eq(doctor.id, calendarFeed.doctorId))
    .leftJoin(user, eq(user.id, calendarFeed.patientId))
    .where(and(eq(calendarFeed.id, id), isNull(doctor.leftAt), isNull(user.erasedAt)))
  if (found?.patientId) return { patientId: found.patientId }
  return found?.doctorId ? { doctorId: found.doctorId } : undefined
}

/** Returns the id of the owner's feed, which is `newId` if there was none. */
export async function ensureFeed(db: Db, owner: FeedOwner, newId: string): Promise<string> {
  // An update that changes nothing returns the row.
  return upsertFeed(db, owner, newId, sql`${calendarFeed.id}`)
}

/** Gives the owner's feed the id `newId`, or creates it. The former id is unknown from then on. */
export async function renewFeed(db: Db, owner: FeedOwner, newId: string): Promise<string> {
  return upsertFeed(db, owner, newId, sql`excluded.id`)
}

async function upsertFeed(db: Db, owner: FeedOwner, newId: string, id: ReturnType<typeof sql>): Promise<string> {
  const target = 'patientId' in owner ? calendarFeed.patientId : calendarFeed.doctorId
  const [feed] = await db
    .insert(calendarFeed)
    .values({ id: newId, ...owner })
    .onConflictDoUpdate({ target, set: { id } })
    .returning({ id: calendarFeed.id })
  if (!feed) throw new Error('The feed was not inserted')
  return feed.id
}

/** Returns the name of a doctor who works at the clinic. */
export async function findDoctorName(db: Db, id: string): Promise<string | undefined> {
  const [found] = await db
    .select({ name: doctor.name })
    .from(doctor)
    .where(and(eq(doctor.id, id), isNull(doctor.leftAt)))
  return found?.name
}

/** Lists the owner's appointments from `since` on that are not cancelled, in order of their start. */
export async function listFeedAppointments(db: Db, owner: FeedOwner, since: Date) {
  const { id, sequence, changedAt, startsAt, endsAt, patientName } = booking
  const isOwn =
    'patientId' in owner ? and(eq(booking.patientId, owner.patientId), isLive) : isOfDoctor(owner.doctorId, since)
  return db
    .select({ id, sequence, changedAt, startsAt, endsAt, patientName })
    .from(booking)
    .where(and(isOwn, gte(startsAt, since)))
    .orderBy(asc(startsAt), asc(id))
}

/** Matches a doctor's appointments that end after `since`. Each alternative has an index: that of the exclusion
 *  constraint, and that of the few bookings that the constraint leaves out. */
function isOfDoctor(doctorId: string, since: Date) {
  const isTheirs = and(eq(booking.doctorId, doctorId), isLive)
  return or(
    and(
      isTheirs,
      not(booking.overridden),
      sql`${booking.busy} && tstzrange(${since.toISOString()}::timestamptz, null)`,
    ),
    and(isTheirs, sql`${booking.overridden}`, gte(booking.startsAt, since)),
  )
}
