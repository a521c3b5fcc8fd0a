import type { AppointmentStatus, SettableStatus } from '#contract/desk/day.ts'
import { type StepRefusal, stepRefusal } from '#contract/desk/status.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { conflictOf, type Mover, type MoveWish, moveBy } from '#server/appointment/change.ts'
import type { RecordAudit } from '#server/audit/record.ts'
import type { BookingRules, NoOffer } from '#server/booking/book.ts'
import type { Wish } from '#server/booking/insert-store.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import {
  type BookingWithDoctor,
  lockBooking,
  markBooking,
  noteBooking,
  rescheduleBooking,
} from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { shareRules } from '#server/database/pool/rules-lock.ts'

import { type DeskRow, findDeskBooking, pickChair } from './store.ts'

/** A time that staff choose in spite of the rules. Instants are Unix times in ms. */
type OverrideTime = { slot: string; startsAt: number; endsAt: number; busyUntil: number; chairs: readonly string[] }

export type DeskDeps = {
  db: Db
  clock: () => Date
  timeZone: string
  /** The clinic's rules for staff. `override` returns the time from the start of a wish's slot, whatever the rules; `length`, in ms, counts
   *  if the treatment is no longer offered. */
  rules: BookingRules & {
    override: (
      wish: Wish,
      length: { duration: number; buffer: number },
    ) => Promise<OverrideTime | NoOffer | 'past-midnight'>
  }
}

/** Why an appointment can't be moved in its status. */
type Fixed = 'unknown-appointment' | 'cancelled' | 'over' | 'arrived'

/** Why staff did not change an appointment. `status` is the one that somebody else has given it. */
export type DeskRefusal =
  | { reason: StepRefusal | Fixed | NoOffer | 'past-midnight' | 'slot-taken' | 'own-appointment' | 'note-changed' }
  | { reason: 'status-changed'; status: AppointmentStatus }

export type DeskOutcome = { ok: true; appointment: DeskRow } | ({ ok: false } & DeskRefusal)

/** Changes the status of an appointment if it is still the one that the page showed, and records it in the audit trail, both or neither. */
export function mark(
  { db, clock, timeZone }: Omit<DeskDeps, 'rules'>,
  id: string,
  { from, status: to }: { from: SettableStatus; status: SettableStatus },
  record: RecordAudit,
): Promise<DeskOutcome> {
  return db.transaction(async (tx) => {
    const found = await findDeskBooking(tx, id)
    if (!found) return { ok: false, reason: 'unknown-appointment' }
    if (found.status !== from) return { ok: false, reason: 'status-changed', status: found.status }
    const refusal = stepRefusal({ from, to }, found, clock(), timeZone)
    if (refusal) return { ok: false, reason: refusal }
    const isMarked = await markBooking(tx, id, { from, to, startsAt: found.startsAt })
    const now = await existing(tx, id)
    if (!isMarked) return { ok: false, reason: 'status-changed', status: now.status }
    await record(tx, 'mark-appointment', `${toAuditTarget(found)} as ${to}`, [found.patientId])
    return { ok: true, appointment: now }
  })
}

/** Replaces the note of an appointment and records it in the audit trail, both or neither. With `former`, only if that is still its note. */
export function setNote(
  { db }: Pick<DeskDeps, 'db'>,
  id: string,
  input: { note: string; former?: string | undefined },
  record: RecordAudit,
): Promise<DeskOutcome> {
  return db.transaction(async (tx) => {
    const found = await findDeskBooking(tx, id)
    if (!found) return { ok: false, reason: 'unknown-appointment' }
    if (!(await noteBooking(tx, id, input))) return { ok: false, reason: 'note-changed' }
    await record(tx, 'note-appointment', toAuditTarget(found), [found.patientId])
    return { ok: true, appointment: await existing(tx, id) }
  })
}

/** Moves an appointment to another time or doctor and records it in the audit trail, both or neither. With `override` it may break the rules
 *  and overlap others.
 *  @param found the appointment before the call */
export async function moveByStaff(
  deps: DeskDeps,
  found: DeskRow,
  { override, ...wish }: MoveWish & { override?: { note: string } | undefined },
  record: RecordAudit,
): Promise<DeskOutcome> {
  const mover = {
    refusal: (booking: BookingWithDoctor | undefined) => fixedReason(booking, wish),
    onMoved: (tx: Db, { date, slot, doctorName }: BookingWithDoctor) => {
      const place = `${formatMediumDate(date as IsoDate)}, ${slot}${doctorName ? ` with ${doctorName}` : ''}`
      const target = `${toAuditTarget(found)} to ${place}${override ? ', in spite of the rules' : ''}`
      return record(tx, 'move-appointment', target, [found.patientId])
    },
  }
  const outcome = override
    ? await moveInSpite(mover, deps, found, wish, override)
    : await moveBy(mover, deps, found, wish)
  return outcome.ok ? { ok: true, appointment: await existing(deps.db, found.id) } : outcome
}

/** Moves an appointment without a look at rules and at other appointments. */
async function moveInSpite(
  mover: Pick<Mover<Fixed>, 'onMoved'> & { refusal: (booking: BookingWithDoctor | undefined) => Fixed | undefined },
  { db, rules }: DeskDeps,
  found: DeskRow,
  wish: MoveWish,
  override: { note: string },
) {
  const [start, end] = [found.startsAt.getTime(), found.endsAt.getTime()]
  const length = { duration: end - start, buffer: found.busyUntil - end }
  const time = await rules.override({ ...wish, treatmentId: found.treatmentId }, length)
  if (typeof time === 'string') return { ok: false as const, reason: time }
  const outcome = await db
    .transaction(async (tx) => {
      await shareRules(tx)
      const booking = await lockBooking(tx, found.id)
      const reason = mover.refusal(booking)
      if (reason || !booking) return { ok: false as const, reason: reason ?? ('unknown-appointment' as const) }
      const chairId = (await pickChair(tx, booking.id, time)) ?? booking.chairId
      const place = { ...time, date: wish.date, doctorId: wish.doctor ?? booking.doctorId, chairId }
      await mover.onMoved(tx, await rescheduleBooking(tx, booking.id, place, { reason: override.note }))
      return { ok: true as const }
    })
    .catch(conflictOf)
  return outcome === 'conflict' ? { ok: false as const, reason: 'slot-taken' as const } : outcome
}

function fixedReason(booking: BookingWithDoctor | undefined, { date }: MoveWish): Fixed | undefined {
  if (!booking) return 'unknown-appointment'
  if (booking.status === 'cancelled') return 'cancelled'
  if (booking.status === 'done' || booking.status === 'no-show') return 'over'
  return booking.status === 'arrived' && booking.date !== date ? 'arrived' : undefined
}

async function existing(db: Db, id: string): Promise<DeskRow> {
  const found = await findDeskBooking(db, id)
  if (!found) throw new Error('The booking does not exist')
  return found
}
