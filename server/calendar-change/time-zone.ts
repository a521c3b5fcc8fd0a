import type { ZoneChoice, ZoneEffect } from '#contract/clinic.ts'
import { type Refused, refused } from '#contract/kit/outcome.ts'
import { clinicMinutes, clinicToday, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatSlot, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { announceOtherClock, shiftQuietly } from '#server/appointment/time-zone-notice-store.ts'
import { type Placement, placeBookings, type ZonedBooking } from '#server/booking/time-zone-store.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'
import type { Db } from '#server/database/db.ts'
import { type Contact, isCalled } from '#server/patient/contact-store.ts'

const minute = 60_000
const dayMinutes = 1_440

/** Why appointments can't move. `gap`: one would be at a time that the clock skips. `past`: it would have begun
 *  already. `midnight`: it would end on another day. `names`: the appointment, or two, in words. */
export type ZoneMoveRefusal = Refused<'gap' | 'past' | 'midnight' | 'overlap', { names: string }>

/** Returns the appointment's place in another time zone: the same time on the clock, or the same instant. */
function inZone(booking: ZonedBooking, timeZone: string, keep: ZoneChoice): Placement | { broken: 'gap' | 'midnight' } {
  const { id, date, slot, startsAt, endsAt, busyUntil } = booking
  const length = endsAt - startsAt
  if (keep === 'clock') {
    const clock = dayClock(date, timeZone)
    const minutes = slotStartMinutes(slot)
    const starts = clock.instantOf(minutes)
    if (clock.minutesOf(starts) !== minutes) return { broken: 'gap' }
    return { id, date, slot, startsAt: starts, endsAt: starts + length, busyUntil: starts + (busyUntil - startsAt) }
  }
  const start = new Date(startsAt)
  const day = clinicToday(start, timeZone)
  const from = clinicMinutes(start, timeZone)
  const until = from + length / minute
  if (until > dayMinutes) return { broken: 'midnight' }
  return { id, date: day, slot: formatSlot(from, until), startsAt, endsAt, busyUntil }
}

/** Moves the appointments ahead into another time zone, within a transaction that holds the lock of the rules. */
export async function moveIntoZone(
  tx: Db,
  bookings: readonly ZonedBooking[],
  { timeZone, keep, now }: { timeZone: string; keep: ZoneChoice; now: Date },
): Promise<({ ok: true } & ZoneEffect) | ZoneMoveRefusal> {
  const placements: Placement[] = []
  for (const booking of bookings) {
    const place = inZone(booking, timeZone, keep)
    if ('broken' in place) return { ...refused(place.broken), names: inWords(booking) }
    if (place.startsAt <= now.getTime()) return { ...refused('past'), names: inWords(booking) }
    placements.push(place)
  }
  const overlap = findOverlap(bookings, placements)
  if (overlap) return { ...refused('overlap'), names: overlap.map(inWords).join(' and ') }
  await placeBookings(tx, placements)
  const contacts = await tell(tx, bookings, placements)
  const countBy = (means: Contact['means']) => contacts.filter((contact) => contact.means === means).length
  const [first, firstPlace] = [bookings[0], placements[0]]
  return {
    ok: true,
    count: bookings.length,
    ...{ emailed: countBy('email'), texted: countBy('sms'), unreachable: contacts.filter(isCalled).length },
    ...(first &&
      firstPlace && {
        first: {
          patientName: first.patientName,
          treatment: first.treatment,
          before: `${formatMediumDate(first.date)}, ${first.slot}`,
          after: `${formatMediumDate(firstPlace.date)}, ${firstPlace.slot}`,
        },
      }),
  }
}

/** Gives the calendar files of patients the new places, and tells those whose time on the clock is another one. Returns
 *  by which means each is reached. */
async function tell(tx: Db, bookings: readonly ZonedBooking[], placements: readonly Placement[]): Promise<Contact[]> {
  const pairs = placements.map((place, at) => ({ place, former: bookings[at] as ZonedBooking }))
  const isMoved = ({ place, former }: (typeof pairs)[number]) =>
    place.date !== former.date || place.slot !== former.slot
  const shifted = pairs.filter((pair) => !isMoved(pair) && pair.place.startsAt !== pair.former.startsAt)
  await shiftQuietly(
    tx,
    shifted.map(({ place, former }) => ({ id: place.id, from: former.startsAt, to: place.startsAt })),
  )
  return announceOtherClock(
    tx,
    pairs.filter(isMoved).map(({ place }) => place.id),
  )
}

/** Finds two appointments that need the same dentist, chair or patient at a time, or one treatment on a day by the same
 *  patient. Those that staff have overridden may overlap. */
function findOverlap(bookings: readonly ZonedBooking[], placements: readonly Placement[]) {
  const rows = placements
    .map((place, at) => ({ ...(bookings[at] as ZonedBooking), ...place }))
    .filter(({ overridden }) => !overridden)
    .sort((a, b) => a.startsAt - b.startsAt)
  const last = new Map<string, (typeof rows)[number]>()
  for (const row of rows) {
    const keys = [
      row.doctorId ? `doctor ${row.doctorId}` : `without a doctor ${row.treatmentId}`,
      `chair ${row.chairId}`,
      `patient ${row.patientId}`,
    ]
    for (const key of keys.filter((key) => !key.endsWith(' null'))) {
      const before = last.get(key)
      const until = key.startsWith('patient') ? before?.endsAt : before?.busyUntil
      if (before && until !== undefined && until > row.startsAt) return [before, row]
      last.set(key, row)
    }
    const day = `treatment ${row.patientId} ${row.treatmentId} ${row.date}`
    const same = last.get(day)
    if (same) return [same, row]
    last.set(day, row)
  }
  return undefined
}

function inWords({ treatment, patientName, date, slot }: { date: IsoDate } & Omit<ZonedBooking, 'date'>) {
  return `${treatment} of ${patientName} on ${formatMediumDate(date)}, ${slot}`
}

/** The audit entry of a change. */
export const zoneTarget = (from: string, to: string, keep: ZoneChoice) =>
  `${from} to ${to}; appointments keep ${keep === 'clock' ? 'the time on the clock' : 'their instants'}`
