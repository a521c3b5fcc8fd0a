import { asc, eq, gt, sql } from 'drizzle-orm'
import { v4 as uuid } from 'uuid'
import { addDays } from '#contract/kit/time/clinic-date.ts'
import { addBusyClinic } from '#server/app/seed/busy-clinic.ts'
import { type BookingWithDoctor, withDoctor } from '#server/booking/store.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { offeredTimes } from '#server/calendar/rules/offered-times.ts'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'
import { booking, isLive } from '#server/database/schema/booking.ts'
import { doctorTreatment } from '#server/database/schema/calendar.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'
import { insertBookingFor } from '#server/desk/for-patient-store.ts'
import { clinicData } from '#server/testing/calendar/clinic.ts'
import { join } from '#server/waiting-list/join.ts'

const dayMs = 86_400_000

/** Fills an empty database with the busy clinic at `now`, all of whose patients have confirmed their email. */
export async function fillClinic(db: Db, now: Date): Promise<void> {
  await db.delete(doctorTreatment)
  await db.delete(treatment)
  await addBusyClinic(db, { clinic: clinicData, now })
  await db.update(user).set({ emailVerified: true })
}

/** Lists the appointments after `now`, in an order that is the same in each run. */
export function listUpcoming(db: Db, now: Date): Promise<BookingWithDoctor[]> {
  return db
    .select(withDoctor)
    .from(booking)
    .where(sql`${gt(booking.startsAt, now)} and ${isLive}`)
    .orderBy(asc(booking.startsAt), asc(booking.doctorId), asc(booking.patientId), asc(booking.slot))
}

/** Puts the patient of an appointment on the waiting list, who wants an earlier time of the treatment. */
export async function waitFor(
  db: Db,
  calendar: Calendar,
  { id, treatmentId, patientId, bookedBy, date }: BookingWithDoctor,
  random: () => number,
): Promise<void> {
  const [from, until] = pick(
    [
      [0, 1_440],
      [0, 780],
      [720, 1_440],
    ] as const,
    random,
  )
  const weekdays = pick(
    [
      [1, 2, 3, 4, 5, 6, 7],
      [1, 2, 3, 4, 5],
      [1, 3, 5],
      [2, 4, 6],
    ] as const,
    random,
  )
  const wish = { treatmentId, weekdays: [...weekdays], from, until, lastDay: date, booking: id }
  const rules = await calendar.rules()
  const who = { patientId, joinedBy: bookedBy, addedBy: '', now: calendar.clock() }
  await join(db, rules, wish, who, async () => {})
}

/** Books the first free time of some treatment within two weeks for somebody who has no idea of the list. */
export async function bookFirstFree(db: Db, calendar: Calendar, random: () => number): Promise<void> {
  const rules = await calendar.rules()
  const today = await calendar.today()
  const wanted = pick(rules.treatments, random)
  const patientId = `busy-${Math.floor(random() * 800)}`
  for (const free of await calendar.days(Array.from({ length: 14 }, (_, day) => addDays(today, day)))) {
    const [time] = offeredTimes(free.plan, free.free, { treatment: wanted.id })[0]?.times ?? []
    if (!time) continue
    const rows = await selectRows<{ patient_id: string }>(
      db,
      sql`select patient_id from patient_user where user_id = ${patientId} and relation = 'self'`,
    )
    await insertBookingFor(db, {
      ...{ id: uuid(), patientId: rows[0]?.patient_id ?? '', treatmentId: wanted.id, phone: '' },
      ...{ date: free.overview.date, slot: time.slot, startsAt: time.startsAt, endsAt: time.endsAt },
      ...{ busyUntil: time.busyUntil, doctors: time.doctors, chairs: rules.chairs, rulesVersion: rules.version },
      ...{ overridden: false, mayBeSecond: false, note: '', reason: '', requestHash: '', namedDoctor: null },
    })
    calendar.invalidate(free.overview.date)
    return
  }
}

/** Returns whether a dentist has an appointment again in a time that one had left free. */
export async function isTakenAgain(db: Db, { id, doctorId, busy }: BookingWithDoctor): Promise<boolean> {
  const isOther = sql`${booking.id} <> ${id} and ${booking.busy} && ${busy}::tstzrange and ${isLive}`
  return (await db.$count(booking, sql`${eq(booking.doctorId, doctorId ?? '')} and ${isOther}`)) > 0
}

/** Returns one of several. */
function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from')
  return item
}

/** Returns the middle one of some numbers of ms, in days. */
export function medianDays(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return (sorted[Math.floor(sorted.length / 2)] ?? 0) / dayMs
}
