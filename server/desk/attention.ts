import type { Resolution } from '#contract/calendar/resolution.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { RecordAudit } from '#server/audit/record.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import { readRules, readRulesIn } from '#server/calendar/store.ts'
import { daysAround } from '#server/calendar-change/refit.ts'
import type { Db } from '#server/database/db.ts'
import { lockRules } from '#server/database/pool/rules-lock.ts'
import { type FreePlace, type PatientAppointment, placesOn } from './place.ts'

/** An upcoming appointment as staff see it. */
export type StaffAppointment = PatientAppointment & {
  slot: string
  treatment: string
  patientName: string
  transactionId: string | null
}

type Place = Pick<FreePlace, 'slot' | 'startsAt' | 'endsAt' | 'busyUntil'> & {
  date: IsoDate
  doctorId: string | null
  chairId: string | null
}

export type AttentionDeps = {
  db: Db
  timeZone: string
  clock: () => Date
  /** The booking feature's functions. */
  bookings: {
    findUpcoming: (tx: Db, now: Date, id: string) => Promise<StaffAppointment | undefined>
    listUpcomingOn: (tx: Db, now: Date, dates: readonly IsoDate[]) => Promise<StaffAppointment[]>
    reschedule: (tx: Db, id: string, place: Place) => Promise<unknown>
    override: (tx: Db, id: string, reason: string) => Promise<void>
    /** Cancels an appointment and refunds its payment in full. Returns false if the payment can't be refunded. */
    cancel: (tx: Db, id: string) => Promise<boolean>
  }
}

/** Why an appointment was not resolved. */
export type ResolutionRefusal = 'unknown-appointment' | 'time-not-free' | 'not-refundable'

/** Moves, keeps or cancels an upcoming appointment and records it in the audit trail, both or neither. Holds the lock of the rules, so that
 *  no booking comes between the look at what is free and the move. Returns the reason if nothing was done. */
export function resolve(
  { db, timeZone, clock, bookings }: AttentionDeps,
  id: string,
  resolution: Resolution,
  record: RecordAudit,
): Promise<ResolutionRefusal | undefined> {
  return db.transaction(async (tx) => {
    await lockRules(tx)
    const appointment = await bookings.findUpcoming(tx, clock(), id)
    if (!appointment) return 'unknown-appointment'
    const target = describe(appointment)
    if (resolution.action === 'keep') {
      await bookings.override(tx, id, resolution.note)
      await record(tx, 'keep-appointment', target, [appointment.patientId])
      return undefined
    }
    if (resolution.action === 'cancel') {
      if (!(await bookings.cancel(tx, id))) return 'not-refundable'
      await record(tx, 'cancel-appointment', target, [appointment.patientId])
      return undefined
    }
    const others = await listOthers(bookings, tx, { id, date: resolution.date, now: clock() })
    const rules = await readRulesIn(tx, timeZone)
    const place = findPlace(rules, resolution, appointment, others, clock())
    if (!place) return 'time-not-free'
    await bookings.reschedule(tx, id, place)
    await record(tx, 'move-appointment', `${target} to ${formatMediumDate(place.date)}, ${place.slot}`, [
      appointment.patientId,
    ])
    return undefined
  })
}

/** Returns the times on a day to which an upcoming appointment can move; undefined if there is no such appointment. */
export async function listPlaces(
  { db, timeZone, clock, bookings }: AttentionDeps,
  id: string,
  date: IsoDate,
): Promise<{ rules: Rules; places: FreePlace[] } | undefined> {
  const rules = await readRules(db, timeZone)
  const appointment = await bookings.findUpcoming(db, clock(), id)
  if (!appointment) return undefined
  const others = await listOthers(bookings, db, { id, date, now: clock() })
  return { rules, places: placesOn(rules, date, appointment, others, clock()) }
}

/** Lists what can be in the way on a day. */
async function listOthers(
  { listUpcomingOn }: AttentionDeps['bookings'],
  db: Db,
  { id, date, now }: { id: string; date: IsoDate; now: Date },
): Promise<StaffAppointment[]> {
  const near = await listUpcomingOn(db, now, daysAround(date))
  return near.filter((each) => each.id !== id)
}

function findPlace(
  rules: Rules,
  { date, slot, doctor }: Extract<Resolution, { action: 'move' }>,
  appointment: StaffAppointment,
  others: StaffAppointment[],
  now: Date,
): Place | undefined {
  const free = placesOn(rules, date, appointment, others, now).find((place) => place.slot === slot)
  if (!free || (doctor && !free.doctors.includes(doctor))) return undefined
  const { startsAt, endsAt, busyUntil, doctors, chairs } = free
  const doctorId = doctor ?? doctors.find((id) => id === appointment.doctorId) ?? doctors[0] ?? null
  const chairId = chairs.find((id) => id === appointment.chairId) ?? chairs[0] ?? null
  return { date, slot, startsAt, endsAt, busyUntil, doctorId, chairId }
}

function describe({ treatment, date, slot, patientName }: StaffAppointment) {
  return `${treatment} of ${patientName} on ${formatMediumDate(date)}, ${slot}`
}
