import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { CallKind } from '#contract/calendar/attention.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { contactAbout, withDoctor } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { booking, patientCall } from '#server/database/schema/booking.ts'
import { isCalled } from '#server/patient/contact-store.ts'

/** What a patient is to be told by phone. `from`: when the appointment was before. */
type NewCall = { bookingId: string; kind: CallKind; from: { date: IsoDate; slot: string }; message: string }

const contact = contactAbout('change')

/** Adds the patient to those who are to be called, if no message reaches them. A patient who is listed already is
 *  called about the last change, from what they know. One who has died is not listed. */
export async function addCall(tx: Db, call: NewCall): Promise<void> {
  const [found] = await tx.select({ contact }).from(booking).where(eq(booking.id, call.bookingId))
  if (found && isCalled(found.contact)) await addCallAnyway(tx, call)
}

/** Adds the patient to those who are to be called, as `addCall` does, because nothing else has reached them. */
export async function addCallAnyway(tx: Db, { bookingId, kind, from, message }: NewCall): Promise<void> {
  await tx
    .insert(patientCall)
    .values({ bookingId, kind, message, fromDate: from.date, fromSlot: from.slot })
    .onConflictDoUpdate({
      target: patientCall.bookingId,
      targetWhere: isNull(patientCall.calledAt),
      set: { kind, message, createdAt: sql`now()` },
    })
}

const mostCalled = 50

/** Lists those who are to be called, in order of the earlier of their former and their new day, and the last who were,
 *  the latest first. */
export async function listCalls(db: Db) {
  const { patientId, patientName, phone, treatment, date, slot } = booking
  const list = (condition: SQL | undefined) =>
    db
      .select({
        call: patientCall,
        ...{ patientId, patientName, phone, treatment, date, slot, doctorName: withDoctor.doctorName },
      })
      .from(patientCall)
      .innerJoin(booking, eq(booking.id, patientCall.bookingId))
      .where(condition)
      .$dynamic()
  return {
    open: await list(isNull(patientCall.calledAt)).orderBy(
      sql`least(${booking.date}, ${patientCall.fromDate})`,
      ...[asc(booking.startsAt), asc(patientCall.id)],
    ),
    called: await list(isNotNull(patientCall.calledAt)).orderBy(desc(patientCall.calledAt)).limit(mostCalled),
  }
}
export type CallRow = Awaited<ReturnType<typeof listCalls>>['open'][number]

// A later change of the same appointment has a call of its own.
const hasNoOpen = sql`not exists (select from ${patientCall} as later
  where later.booking_id = ${patientCall.bookingId} and later.called_at is null)`

/** Notes who called a patient, or with `null` that nobody has. Returns what the audit trail names; undefined if there
 *  is no such call in the other state. */
export async function setCalled(tx: Db, id: string, by: string | null) {
  const isOther = by === null ? isNotNull(patientCall.calledAt) : isNull(patientCall.calledAt)
  const [changed] = await tx
    .update(patientCall)
    .set(by === null ? { calledAt: null, calledBy: null } : { calledAt: sql`now()`, calledBy: by })
    .where(and(eq(patientCall.id, id), isOther, by === null ? hasNoOpen : undefined))
    .returning({ bookingId: patientCall.bookingId })
  if (!changed) return undefined
  const { patientId, patientName, treatment } = booking
  const [found] = await tx
    .select({ patientId, patientName, treatment })
    .from(booking)
    .where(eq(booking.id, changed.bookingId))
  return found
}
