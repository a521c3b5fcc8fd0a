import { and, asc, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { RequestState } from '#contract/calendar/absence-request.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { absenceRequest } from '#server/database/schema/absence-request.ts'
import { doctor } from '#server/database/schema/doctor.ts'

/** Days on which a doctor wants to be absent, both included. */
export type RequestedDays = { firstDay: IsoDate; lastDay: IsoDate; note: string }

const columns = {
  ...{ id: absenceRequest.id, doctorId: absenceRequest.doctorId, doctor: doctor.name },
  ...{ firstDay: absenceRequest.firstDay, lastDay: absenceRequest.lastDay, note: absenceRequest.note },
  ...{ state: absenceRequest.state, reason: absenceRequest.reason },
}

function selectFrom(db: Db, today: IsoDate) {
  const isAhead = and(isNull(doctor.leftAt), gte(absenceRequest.lastDay, today))
  return {
    isAhead,
    rows: db.select(columns).from(absenceRequest).innerJoin(doctor, eq(doctor.id, absenceRequest.doctorId)),
  }
}

/** Lists the open requests that have not ended, oldest first. */
export function listOpenRequests(db: Db, today: IsoDate) {
  const { rows, isAhead } = selectFrom(db, today)
  return rows.where(and(isAhead, eq(absenceRequest.state, 'open'))).orderBy(asc(absenceRequest.requestedAt))
}

/** Lists the requests of a doctor that have not ended, newest first. */
export function listRequestsOf(db: Db, doctorId: string, today: IsoDate) {
  const { rows, isAhead } = selectFrom(db, today)
  return rows.where(and(isAhead, eq(absenceRequest.doctorId, doctorId))).orderBy(desc(absenceRequest.requestedAt))
}

/** Inserts a request. Returns undefined if the doctor has an open one for one of its days. */
export async function insertRequest(
  tx: Db,
  of: { doctorId: string; userId: string },
  days: RequestedDays,
): Promise<string | undefined> {
  const [inserted] = await tx
    .insert(absenceRequest)
    .values({ id: uuid(), ...of, ...days })
    .onConflictDoNothing()
    .returning({ id: absenceRequest.id })
  return inserted?.id
}

type Decided = { firstDay: IsoDate; lastDay: IsoDate; doctorId: string; userId: string }

/** Decides an open request, with `doctorId` only that doctor's. Of two at once the second waits, and returns
 *  undefined. */
export async function decideRequest(
  tx: Db,
  { id, doctorId }: { id: string; doctorId?: string },
  state: Exclude<RequestState, 'open'>,
  reason = '',
): Promise<Decided | undefined> {
  const isTheirs = doctorId === undefined ? undefined : eq(absenceRequest.doctorId, doctorId)
  const [decided] = await tx
    .update(absenceRequest)
    .set({ state, reason, decidedAt: sql`now()` })
    .where(and(eq(absenceRequest.id, id), eq(absenceRequest.state, 'open'), isTheirs))
    .returning()
  return decided
}
