import { and, asc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { booking, isLive } from '#server/database/schema/booking.ts'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { freedTime, waitingEntry, waitingOffer, waitingState } from '#server/database/schema/waiting.ts'
import { contactOf, isEmailed } from '#server/patient/contact-store.ts'
import type { Freed } from '../matching/freed.ts'
import { type Appointment, type OfferedTime, timeKey, turnMs, type Waiting } from '../matching/match.ts'

const isWaiting = isNull(waitingEntry.endedAt)

/** By which means whoever waits gets an offer. */
export const contact = contactOf({ patientId: waitingEntry.patientId, bookedBy: waitingEntry.joinedBy }, 'offer')

/** Whether an offer reaches whoever waits. */
const isReachable = isEmailed(contact)

/** Returns how far the list is looked through, whether anybody waits, and the version of the rules that hold. */
export async function readState(db: Db) {
  await db.insert(waitingState).values({}).onConflictDoNothing()
  const [found] = await db
    .select({
      run: waitingState.run,
      rulesVersion: waitingState.rulesVersion,
      rules: waitingState.rules,
      currentVersion: clinicPolicy.version,
      isSomebodyWaiting: sql<boolean>`exists (select from ${waitingEntry} where ${isWaiting})`,
      hasOpenOffers: sql<boolean>`exists (select from ${waitingOffer} where state = 'open')`,
    })
    .from(waitingState)
    .innerJoin(clinicPolicy, sql`true`)
  if (!found) throw new Error('The clinic has no rules')
  return found
}
export type State = Awaited<ReturnType<typeof readState>>

/** Begins to write what was found at `run`. Returns false if another instance wrote something since. */
export async function claimRun(tx: Db, run: number): Promise<boolean> {
  const claimed = await tx
    .update(waitingState)
    .set({ run: run + 1 })
    .where(eq(waitingState.run, run))
    .returning({ run: waitingState.run })
  return claimed.length > 0
}

/** Stores the rules to which later ones are compared. */
export async function storeRules(tx: Db, values: { rulesVersion: number; rules: object }): Promise<void> {
  await tx.update(waitingState).set(values)
}

/** Ends what nobody can wait for any more at `now`: its last day is over, or its appointment has begun. */
export async function endPassed(db: Db, today: IsoDate, now: Date): Promise<void> {
  const hasBegun = sql`exists (select from ${booking} where ${booking.id} = ${waitingEntry.bookingId} and ${booking.startsAt} <= ${now})`
  await db
    .update(waitingEntry)
    .set({ endedAt: now, endReason: 'passed' })
    .where(and(isWaiting, or(lt(waitingEntry.lastDay, today), hasBegun)))
}

/** Closes the open offers of those who no longer wait, and those whose time can't be taken any more at `now`. */
export async function closePassedOffers(db: Db, now: Date): Promise<void> {
  const isOpen = eq(waitingOffer.state, 'open')
  const ended = db
    .select({ id: waitingEntry.id })
    .from(waitingEntry)
    .where(and(eq(waitingEntry.id, waitingOffer.entryId), sql`${waitingEntry.endedAt} is not null`))
  await db
    .update(waitingOffer)
    .set({ state: 'ended', stateAt: now })
    .where(and(isOpen, sql`exists ${ended}`))
  await db
    .update(waitingOffer)
    .set({ state: 'expired', stateAt: now })
    .where(and(isOpen, lte(waitingOffer.expiresAt, now)))
}

/** Closes offers whose time is no longer free. */
export async function loseOffers(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(waitingOffer)
    .set({ state: 'lost', stateAt: now })
    .where(and(inArray(waitingOffer.id, [...ids]), eq(waitingOffer.state, 'open')))
}

/** Lists the offers that can still be taken. */
export async function listOpenOffers(db: Db) {
  const { id, treatmentId, doctorId, startsAt } = waitingOffer
  const date = sql<IsoDate>`to_char(${waitingOffer.date}, 'YYYY-MM-DD')`
  return db
    .select({ id, treatmentId, doctorId, startsAt, date })
    .from(waitingOffer)
    .where(eq(waitingOffer.state, 'open'))
}

/** Returns an offer that can be taken, as far as whoever got it still waits. */
export async function findCurrentOffer(db: Db, id: string) {
  const { treatmentId, doctorId, startsAt, date } = waitingOffer
  const [found] = await db
    .select({ treatmentId, doctorId, startsAt, date })
    .from(waitingOffer)
    .innerJoin(waitingEntry, eq(waitingEntry.id, waitingOffer.entryId))
    .where(and(eq(waitingOffer.id, id), eq(waitingOffer.state, 'open'), isWaiting))
  return found
}

/** Returns the last day that anybody waits for. */
export async function lastDayWaitedFor(db: Db): Promise<IsoDate | undefined> {
  const [found] = await db
    .select({ last: sql<IsoDate | null>`to_char(max(${waitingEntry.lastDay}), 'YYYY-MM-DD')` })
    .from(waitingEntry)
    .where(isWaiting)
  return found?.last ?? undefined
}

/** Lists what has become free and is not over at `after`. */
export async function listFreed(db: Db, after: Date): Promise<Freed[]> {
  const rows = await db.select().from(freedTime).where(gt(freedTime.untilAt, after))
  return rows.map(({ date, fromAt, untilAt, doctorId, treatmentId, freesChair }) => ({
    ...{ date, doctorId, treatmentId, freesChair },
    from: fromAt.getTime(),
    until: untilAt.getTime(),
  }))
}

/** Deletes what had become free and is over at `now`. */
export async function deletePassedFreed(db: Db, now: Date): Promise<void> {
  await db.delete(freedTime).where(lte(freedTime.untilAt, now))
}

/** Notes times that have become free. */
export async function insertFreed(tx: Db, freed: readonly Freed[]): Promise<void> {
  const rows = freed.map(({ date, from, until, doctorId, treatmentId, freesChair }) => ({
    ...{ date, doctorId, treatmentId, freesChair },
    fromAt: new Date(from),
    untilAt: new Date(until),
  }))
  for (let at = 0; at < rows.length; at += 1_000) await tx.insert(freedTime).values(rows.slice(at, at + 1_000))
}

/** Lists all who wait for one of these treatments, in the order in which they joined, as of `now`. */
export async function listWaiting(db: Db, treatmentIds: readonly string[], now: Date): Promise<Waiting[]> {
  const rows = await db
    .select({ entry: waitingEntry, before: booking.startsAt, isReachable })
    .from(waitingEntry)
    .leftJoin(booking, eq(booking.id, waitingEntry.bookingId))
    .where(and(isWaiting, inArray(waitingEntry.treatmentId, [...treatmentIds])))
    .orderBy(asc(waitingEntry.createdAt), asc(waitingEntry.id))
  const recent = await db
    .select({
      patientId: waitingOffer.patientId,
      open: sql<number>`(count(*) filter (where ${waitingOffer.state} = 'open'))::int`,
      last: sql<Date>`max(${waitingOffer.sentAt})`.mapWith(waitingOffer.sentAt),
    })
    .from(waitingOffer)
    .where(or(eq(waitingOffer.state, 'open'), gt(waitingOffer.sentAt, new Date(now.getTime() - turnMs))))
    .groupBy(waitingOffer.patientId)
  const offersOf = new Map(recent.map((each) => [each.patientId, each]))
  return rows.map(({ entry, before, isReachable }) => ({
    ...entry,
    before: before?.getTime() ?? null,
    isReachable,
    lastOffer: offersOf.get(entry.patientId)?.last.getTime() ?? null,
    openOffers: offersOf.get(entry.patientId)?.open ?? 0,
  }))
}

/** Returns to whom times between two instants (Unix, ms) were offered. */
export async function listOffered(db: Db, from: number, until: number): Promise<Map<string, OfferedTime>> {
  const { treatmentId, startsAt, patientId, sentAt } = waitingOffer
  const rows = await db
    .select({ treatmentId, startsAt, patientId, sentAt })
    .from(waitingOffer)
    .where(and(sql`${startsAt} >= ${new Date(from)}`, lte(startsAt, new Date(until))))
  const byTime = Map.groupBy(rows, (row) => timeKey({ ...row, startsAt: row.startsAt.getTime() }))
  return new Map(
    [...byTime].map(([key, list]) => [
      key,
      {
        patientIds: new Set(list.map((row) => row.patientId)),
        last: list.reduce((last, row) => Math.max(last, row.sentAt.getTime()), 0),
      },
    ]),
  )
}

/** Returns the appointments after `now` of all who wait, by patient. */
export async function listAppointments(db: Db, now: Date): Promise<Map<string, Appointment[]>> {
  const { id, treatmentId, patientId, startsAt, endsAt } = booking
  const date = sql<IsoDate>`to_char(${booking.date}, 'YYYY-MM-DD')`
  const waiting = db.select({ id: waitingEntry.patientId }).from(waitingEntry).where(isWaiting)
  const rows = await db
    .select({ id, treatmentId, patientId, date, startsAt, endsAt })
    .from(booking)
    .where(and(isLive, gt(endsAt, now), inArray(patientId, waiting)))
  const appointments = rows.map((row) => ({ ...row, startsAt: row.startsAt.getTime(), endsAt: row.endsAt.getTime() }))
  return Map.groupBy(appointments, (row) => row.patientId)
}
