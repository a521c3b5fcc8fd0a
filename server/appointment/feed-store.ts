import { and, asc, eq, gte, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { booking, calendarFeed, isLive } from '#server/database/schema/booking.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { patientUser } from '#server/database/schema/patient.ts'
import { tieSees } from '#server/patient/tie/tie-store.ts'

/** Whose appointments a feed has: those of an account's patients, or of a doctor. */
export type FeedOwner = { userId: string } | { doctorId: string }

/** Returns the owner of a feed; undefined if the feed does not exist, was renewed, or its doctor has left. */
export async function findFeedOwner(db: Db, id: string): Promise<FeedOwner | undefined> {
  const [found] = await db
    .select({ userId: calendarFeed.userId, doctorId: calendarFeed.doctorId })
    .from(calendarFeed)
    .leftJoin(doctor, eq(doctor.id, calendarFeed.doctorId))
    .where(and(eq(calendarFeed.id, id), isNull(doctor.leftAt)))
  if (found?.userId) return { userId: found.userId }
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
  const target = 'userId' in owner ? calendarFeed.userId : calendarFeed.doctorId
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

/** Lists the owner's appointments from `since` on that are not cancelled, in order of their start. `relation`: what
 *  their patient is to the account; null in a doctor's feed. */
export async function listFeedAppointments(db: Db, owner: FeedOwner, since: Date) {
  const { id, sequence, changedAt, startsAt, endsAt, patientName } = booking
  const isOfOwner = 'userId' in owner ? and(isNotNull(patientUser.userId), isLive) : isOfDoctor(owner.doctorId, since)
  const isAccounts = 'userId' in owner ? and(eq(patientUser.userId, owner.userId), tieSees(patientUser)) : sql`false`
  return db
    .select({ id, sequence, changedAt, startsAt, endsAt, patientName, relation: patientUser.relation })
    .from(booking)
    .leftJoin(patientUser, and(eq(patientUser.patientId, booking.patientId), isAccounts))
    .where(and(isOfOwner, gte(startsAt, since)))
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
