import { type IsoDate, isoWeekday } from '#contract/kit/time/clinic-date.ts'
import { slotEndMinutes, slotStartMinutes } from '#contract/kit/time/slot.ts'

/** Somebody who waits. `doctorId`: the only dentist they accept; null for any. `before`: when the appointment begins
 *  that it would replace, `bookingId` (Unix, ms). `lastOffer`: when they last got an offer (Unix, ms), `openOffers`:
 *  how many they can still take. `isReachable`: they have a confirmed email. */
export type Waiting = {
  id: string
  patientId: string
  treatmentId: string
  doctorId: string | null
  weekdays: readonly number[]
  fromMinutes: number
  untilMinutes: number
  lastDay: IsoDate
  bookingId: string | null
  before: number | null
  lastOffer: number | null
  openOffers: number
  isReachable: boolean
}

/** A time that is free. Instants are Unix times in ms; `doctors` are free then, none if it is booked without one. */
export type FreeTime = {
  treatmentId: string
  date: IsoDate
  slot: string
  startsAt: number
  endsAt: number
  doctors: readonly string[]
}

/** An upcoming appointment of a patient. */
export type Appointment = { id: string; treatmentId: string; date: IsoDate; startsAt: number; endsAt: number }

/** To whom a time was offered already, and when last (Unix, ms). */
export type OfferedTime = { patientIds: ReadonlySet<string>; last: number }

export type Match = { entry: Waiting; time: FreeTime }

/** So many people are offered a time at once. */
const atOnce = 3
/** So long (ms) they are alone with it, and so long nobody gets another offer. */
export const turnMs = 30 * 60_000
/** The most offers that somebody can have open. */
const maxOpen = 3

/** Names a time for the map of those that were offered. */
export const timeKey = ({ treatmentId, startsAt }: { treatmentId: string; startsAt: number }) =>
  `${treatmentId} ${startsAt}`

type Input = {
  /** In order: the first are offered first. */
  times: readonly FreeTime[]
  /** In the order in which they joined. */
  entries: readonly Waiting[]
  offered: ReadonlyMap<string, OfferedTime>
  appointments: ReadonlyMap<string, readonly Appointment[]>
  now: number
  /** It stops at the first time after so many matches. */
  limit: number
}

/** Returns who is offered which time at `now`: the next few in order whom it fits, and who got no other offer within
 *  the last half hour. A time that was offered within the last half hour waits. */
export function matchOffers({ times, entries, offered, appointments, now, limit }: Input): Match[] {
  const isNext = ({ isReachable, openOffers, lastOffer }: Waiting) =>
    isReachable && openOffers < maxOpen && (lastOffer === null || now - lastOffer >= turnMs)
  const waiting = Map.groupBy(entries.filter(isNext), ({ treatmentId }) => treatmentId)
  const matched = new Set<string>()
  const matches: Match[] = []
  for (const time of times) {
    if (matches.length >= limit) break
    const before = offered.get(timeKey(time))
    if (before && now - before.last < turnMs) continue
    let found = 0
    for (const entry of waiting.get(time.treatmentId) ?? []) {
      if (found === atOnce) break
      if (matched.has(entry.patientId) || before?.patientIds.has(entry.patientId)) continue
      if (!fits(entry, time) || isBusy(entry, time, appointments.get(entry.patientId) ?? [])) continue
      matched.add(entry.patientId)
      matches.push({ entry, time })
      found += 1
    }
  }
  return matches
}

/** Tells whether a time is one that somebody waits for. */
function fits(
  { treatmentId, doctorId, weekdays, fromMinutes, untilMinutes, lastDay, before }: Waiting,
  time: FreeTime,
): boolean {
  return (
    time.treatmentId === treatmentId &&
    time.date <= lastDay &&
    (before === null || time.startsAt < before) &&
    (doctorId === null || time.doctors.includes(doctorId)) &&
    weekdays.includes(isoWeekday(time.date)) &&
    slotStartMinutes(time.slot) >= fromMinutes &&
    slotEndMinutes(time.slot) <= untilMinutes
  )
}

/** Tells whether other appointments of the patient keep them from a time. */
function isBusy({ bookingId, treatmentId }: Waiting, time: FreeTime, appointments: readonly Appointment[]) {
  return appointments.some(
    (other) =>
      other.id !== bookingId &&
      ((other.startsAt < time.endsAt && time.startsAt < other.endsAt) ||
        (other.treatmentId === treatmentId && other.date === time.date)),
  )
}
