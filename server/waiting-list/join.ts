import { v7 as uuid } from 'uuid'
import type { WaitingRequest } from '#contract/booking/waiting-list.ts'
import { type Outcome, type Refused, refused } from '#contract/kit/outcome.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { dayState, isBookedOnline, performersOf, type Rules } from '#server/calendar/rules/rules.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import { findMovable, nameOf, upsertEntry } from './join-store.ts'

/** Why nobody can wait for this. */
export type JoinRefusal = Refused<
  | 'unknown-treatment'
  | 'online-closed'
  | 'unknown-doctor'
  | 'day-past'
  | 'too-far-ahead'
  | 'unknown-patient'
  | 'unknown-booking'
>

/** Who waits, and who put them on the list: an account, or staff by their email. */
export type Joining = { patientId: string; joinedBy: string | null; addedBy: string }

/** Puts a patient on the waiting list and records it in the audit trail. Who waits for the treatment already keeps
 *  their place, and waits for this instead. */
export function join(
  db: Db,
  rules: Rules,
  { treatmentId, doctor, weekdays, from, until, lastDay, booking }: Omit<WaitingRequest, 'patientId'>,
  { now, ...who }: Joining & { now: Date },
  record: RecordAudit,
): Promise<Outcome<{ id: string }, JoinRefusal['reason']>> {
  return transact(db, async (tx) => {
    const treatment = rules.treatments.find(({ id }) => id === treatmentId)
    if (!treatment) return refused('unknown-treatment')
    // Whoever joins is offered times by a link that books them.
    if (who.joinedBy !== null && !isBookedOnline(rules, treatment)) return refused('online-closed')
    if (doctor && !performersOf(rules, treatmentId).some(({ id }) => id === doctor)) return refused('unknown-doctor')
    const state = dayState(rules, lastDay, now)
    if (state !== 'open') return refused(state)
    if (booking && !(await findMovable(tx, { id: booking, patientId: who.patientId, treatmentId }, now)))
      return refused('unknown-booking')
    const name = await nameOf(tx, who.patientId)
    if (name === undefined) return refused('unknown-patient')
    const id = await upsertEntry(tx, {
      ...{ id: uuid(), ...who, treatmentId, doctorId: doctor ?? null, weekdays: weekdays.toSorted() },
      ...{ fromMinutes: from, untilMinutes: until, lastDay, bookingId: booking ?? null, createdAt: now },
    })
    await record(tx, 'join-waiting-list', `${name} for ${treatment.name}`, [who.patientId])
    return { ok: true, id }
  })
}
