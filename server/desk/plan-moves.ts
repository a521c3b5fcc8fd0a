import { addDays, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import { listUpcomingById, listUpcomingOn, type UpcomingBooking } from '#server/booking/queries.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { readRules } from '#server/calendar/store.ts'
import { daysAround } from '#server/calendar-change/move-misfits.ts'
import type { Db } from '#server/database/db.ts'
import { type FreePlace, placesOn } from './free-places.ts'

/** Where an appointment could move; undefined if no time was found. */
export type PlannedMove = { id: string; to: { date: IsoDate; slot: string; doctorId: string | null } | undefined }

/** So many days are looked through for each appointment. */
const days = 60

/** Finds the best free time for each of these upcoming appointments: on the first day from tomorrow, and not before its
 *  own, that has one, the nearest to its time of day, with its dentist if they are free. No two get the same dentist or
 *  chair at one time. Changes nothing. */
export async function planMoves(
  { db, calendar: { clock } }: { db: Db; calendar: Calendar },
  ids: readonly string[],
): Promise<PlannedMove[]> {
  const now = clock()
  const rules = await readRules(db)
  const tomorrow = addDays(clinicToday(now, rules.timeZone), 1)
  const byDay = new Map<IsoDate, UpcomingBooking[]>()
  const on = async (date: IsoDate) => {
    const known = byDay.get(date) ?? (await listUpcomingOn(db, now, [date]))
    byDay.set(date, known)
    return known
  }
  const findTo = async (appointment: UpcomingBooking) => {
    const first = [appointment.date, tomorrow].toSorted().at(-1) ?? tomorrow
    for (let date = first; date < addDays(first, days); date = addDays(date, 1)) {
      const near = (await Promise.all(daysAround(date).map(on))).flat().filter(({ id }) => id !== appointment.id)
      const place = nearest(placesOn(rules, date, appointment, near, now), appointment)
      if (place) return { ...appointment, date, ...place }
    }
    return undefined
  }
  const moves: PlannedMove[] = []
  for (const appointment of await listUpcomingById(db, now, ids)) {
    const placed = await findTo(appointment)
    if (placed) {
      for (const [day, rows] of byDay)
        byDay.set(
          day,
          rows.filter(({ id }) => id !== placed.id),
        )
      byDay.set(placed.date, [...(byDay.get(placed.date) ?? []), placed])
    }
    moves.push({
      id: appointment.id,
      to: placed && { date: placed.date, slot: placed.slot, doctorId: placed.doctorId },
    })
  }
  return moves
}

/** Returns the place whose start is nearest to that of an appointment, with the dentist and the chair for it. */
function nearest(places: readonly FreePlace[], { slot, doctorId, chairId }: UpcomingBooking) {
  const distance = (place: FreePlace) => Math.abs(slotStartMinutes(place.slot) - slotStartMinutes(slot))
  const [best] = places.toSorted((a, b) => distance(a) - distance(b))
  if (!best) return undefined
  return {
    ...best,
    doctorId: best.doctors.find((id) => id === doctorId) ?? best.doctors[0] ?? null,
    chairId: best.chairs.find((id) => id === chairId) ?? best.chairs[0] ?? null,
  }
}
