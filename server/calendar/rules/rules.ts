import { weekLetter } from '#contract/calendar/alternating-week.ts'
import type { Policy } from '#contract/calendar/policy.ts'
import type { VisitReason } from '#contract/calendar/visit-reason.ts'
import type { ClinicData } from '#contract/clinic.ts'
import { addDays, clinicToday, type IsoDate, isoWeekday } from '#contract/kit/time/clinic-date.ts'

/** A part of a day, in minutes after midnight on the clinic's wall clock. */
export type Period = { from: number; until: number }

/** A period of a weekday, 1 (Monday) to 7. */
export type WeekdayPeriod = Period & { weekday: number }

/** The periods of each weekday, in order. */
export type Week = ReadonlyMap<number, readonly Period[]>

/** A treatment that can be booked, and what patients read about it. Only staff book one that is not `online`. */
export type TreatmentRule = {
  id: string
  name: string
  priceCents: number
  durationMinutes: number
  bufferMinutes: number
  category: string
  description: string
  reasons: readonly VisitReason[]
  online: boolean
}

/** How long a treatment takes. */
export type Length = Pick<TreatmentRule, 'durationMinutes' | 'bufferMinutes'>

/** A doctor who works at the clinic. Without `week` they work whenever it is open. With `weekB`, that one and `week`
 *  take turns. Days of absence include the last. `lastDay`: after it they have left. */
export type DoctorRule = {
  id: string
  name: string
  img: string
  specialty: string
  languages: string
  sentence: string
  treatmentIds: ReadonlySet<string>
  week: Week | undefined
  weekB: Week | undefined
  absences: readonly { firstDay: IsoDate; lastDay: IsoDate }[]
  lastDay: IsoDate | null
}

/** A time that is kept free of appointments: of a doctor, of a chair, or of everyone with neither. Without weekdays it
 *  is one stretch, from `from` on the first day until `until` on the last; with them it is that part of each of these
 *  days from the first to the last. Without a last day it repeats without end. */
type BlockRule = Period & {
  id: string
  doctorId: string | null
  chairId: string | null
  chairName: string | null
  firstDay: IsoDate
  lastDay: IsoDate | null
  weekdays: readonly number[]
  reason: string
}

/** Everything that decides which times the clinic offers, except bookings, and what the clinic says about itself.
 *  `days` differ from their weekday; one without periods is closed. Without chairs, chairs don't limit bookings.
 *  `chairTreatments` are those for which a chair is suited; a chair without an entry is suited for all. */
export type Rules = {
  version: number
  clinic: ClinicData
  timeZone: string
  policy: Policy
  week: Week
  days: ReadonlyMap<IsoDate, { note: string; periods: readonly Period[] }>
  treatments: readonly TreatmentRule[]
  doctors: readonly DoctorRule[]
  chairs: readonly string[]
  chairTreatments: ReadonlyMap<string, ReadonlySet<string>>
  blocks: readonly BlockRule[]
}

/** Returns the opening hours of a day; none if the clinic is closed. */
export function openingHours({ days, week }: Pick<Rules, 'days' | 'week'>, date: IsoDate): readonly Period[] {
  return days.get(date)?.periods ?? week.get(isoWeekday(date)) ?? []
}

/** Tells whether a doctor is absent on a day, or has left by then. */
export function isAway({ absences, lastDay }: DoctorRule, date: IsoDate): boolean {
  return (lastDay !== null && lastDay < date) || absences.some((one) => one.firstDay <= date && date <= one.lastDay)
}

/** Returns the hours in which a doctor can treat patients on a day. */
export function workingHours(rules: Rules, doctor: DoctorRule, date: IsoDate): readonly Period[] {
  if (isAway(doctor, date)) return []
  const week = weekOf(doctor, date)
  const open = openingHours(rules, date)
  return week ? intersect(open, week.get(isoWeekday(date)) ?? []) : open
}

/** Returns the hours of a doctor in the week of a day; undefined if they are the clinic's. */
function weekOf({ week, weekB }: DoctorRule, date: IsoDate): Week | undefined {
  return weekB && weekLetter(date) === 'B' ? weekB : week
}

/** Tells whether a doctor's hours of weeks A and B differ. */
export function hasTwoWeeks({ weekB }: DoctorRule): boolean {
  return weekB !== undefined
}

/** Tells whether a chair is suited for a treatment. */
export function isSuited(
  { chairTreatments }: Pick<Rules, 'chairTreatments'>,
  chairId: string,
  treatmentId: string,
): boolean {
  return chairTreatments.get(chairId)?.has(treatmentId) ?? true
}

/** Tells whether patients book a treatment themselves. Staff book any. */
export function isBookedOnline({ policy }: Pick<Rules, 'policy'>, { online }: Pick<TreatmentRule, 'online'>): boolean {
  return policy.onlineBooking && online
}

/** Returns the treatments that patients book themselves. */
export function bookedOnline(rules: Pick<Rules, 'policy' | 'treatments'>): readonly TreatmentRule[] {
  return rules.treatments.filter((treatment) => isBookedOnline(rules, treatment))
}

/** Returns the doctors who perform a treatment. If there are none, the treatment is booked without a doctor. */
export function performersOf({ doctors }: Rules, treatmentId: string): readonly DoctorRule[] {
  return doctors.filter(({ treatmentIds }) => treatmentIds.has(treatmentId))
}

/** Tells whether patients can book a day, counted from the clinic's today. */
export function dayState({ policy, timeZone }: Rules, date: IsoDate, now: Date): 'open' | 'day-past' | 'too-far-ahead' {
  const today = clinicToday(now, timeZone)
  if (date < today) return 'day-past'
  return date > addDays(today, policy.horizonDays) ? 'too-far-ahead' : 'open'
}

/** Groups periods by weekday. */
export function toWeek(periods: readonly WeekdayPeriod[]): Week {
  const byWeekday = Map.groupBy(periods, ({ weekday }) => weekday)
  return new Map(
    [...byWeekday].map(([weekday, list]) => [weekday, inOrder(list.map(({ from, until }) => ({ from, until })))]),
  )
}

/** Sorts periods of a day. */
export function inOrder(periods: readonly Period[]): Period[] {
  return periods.toSorted((a, b) => a.from - b.from)
}

function intersect(periods: readonly Period[], others: readonly Period[]): Period[] {
  const common = periods.flatMap(({ from, until }) =>
    others.map((other) => ({ from: Math.max(from, other.from), until: Math.min(until, other.until) })),
  )
  return inOrder(common.filter(({ from, until }) => from < until))
}
