import type { FastifyRequest } from 'fastify'
import { can } from '#contract/access/access.ts'
import type { AppointmentStatus, SettableStatus } from '#contract/desk/day.ts'
import { type StepRefusal, stepRefusal } from '#contract/desk/status.ts'
import { type Outcome, type Refused, refused } from '#contract/kit/outcome.ts'
import type { Audit, RecordAudit } from '#server/audit/audit.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import { markBooking, noteBooking } from '#server/booking/store.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import type { Identity } from '#server/http/identity.ts'
import { chargeTreatmentAgain } from '#server/payment/desk/change-money.ts'
import { type DeskRow, existingDeskBooking, findDeskBooking } from './store.ts'

/** Why the status of an appointment was not changed. `status` is the one that somebody else has given it. */
export type MarkRefusal = Refused<StepRefusal | 'unknown-appointment'> | StatusChanged
type StatusChanged = Refused<'status-changed', { status: AppointmentStatus }>

type Changed = { ok: true; appointment: DeskRow }

/** Who changes an appointment: `by` is their email. `isTheirs`: whether they may change this one; of any other they
 *  learn nothing. */
export type ChangeBy = { isTheirs: (found: DeskRow) => boolean; record: RecordAudit; by: string }

/** Returns who makes a request, as the changes of an appointment take it. */
export const changeBy = (
  { identity, audit }: { identity: Identity; audit: Audit },
  request: FastifyRequest,
): ChangeBy => ({
  isTheirs: ({ doctorId }) => can(identity.caller(request), 'mark-appointment', { doctorId }),
  record: audit.recordFor(request),
  by: identity.caller(request).email,
})

const statusChanged = (status: AppointmentStatus): StatusChanged => ({ ok: false, reason: 'status-changed', status })

/** Changes the status of an appointment if it is still the one that the page showed, and records it in the audit trail,
 *  both or neither. */
export async function mark(
  { db, calendar }: { db: Db; calendar: Calendar },
  id: string,
  { from, status: to }: { from: SettableStatus; status: SettableStatus },
  { isTheirs, record, by }: ChangeBy,
): Promise<Changed | MarkRefusal> {
  const { timeZone } = await calendar.rules()
  return transact(db, async (tx): Promise<Changed | MarkRefusal> => {
    const found = await findDeskBooking(tx, id)
    if (!found || !isTheirs(found)) return refused('unknown-appointment')
    if (found.status !== from) return statusChanged(found.status)
    const refusal = stepRefusal({ from, to }, found, calendar.clock(), timeZone)
    if (refusal) return refused(refusal)
    const isMarked = await markBooking(tx, id, { from, to, startsAt: found.startsAt })
    if (isMarked && from === 'no-show') await chargeTreatmentAgain(tx, id, by)
    const now = await existingDeskBooking(tx, id)
    if (!isMarked) return statusChanged(now.status)
    await record(tx, 'mark-appointment', `${toAuditTarget(found)} as ${to}`, [found.patientId])
    return { ok: true, appointment: now }
  })
}

/** Replaces the note of an appointment and records it in the audit trail, both or neither. With `former`, only if that
 *  is still its note. */
export function setNote(
  db: Db,
  id: string,
  input: { note: string; former?: string | undefined },
  { isTheirs, record }: ChangeBy,
): Promise<Outcome<{ appointment: DeskRow }, 'unknown-appointment' | 'note-changed'>> {
  return transact(db, async (tx) => {
    const found = await findDeskBooking(tx, id)
    if (!found || !isTheirs(found)) return refused('unknown-appointment')
    if (!(await noteBooking(tx, id, input))) return refused('note-changed')
    await record(tx, 'note-appointment', toAuditTarget(found), [found.patientId])
    return { ok: true, appointment: await existingDeskBooking(tx, id) }
  })
}
