import { LRUCache } from 'lru-cache'
import { weekLetter } from '#contract/calendar/alternating-week.ts'
import { addDays, type IsoDate, isoWeekday } from '#contract/kit/time/clinic-date.ts'
import { formatSlot, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { availableHours, blockedChairs, blockedOn, unblockedHours, without } from './available-hours.ts'
import { type DayClock, dayClock } from './day-clock.ts'
import { gridStarts, isToldByClock, isWithin, sinceBegin } from './grid-starts.ts'
import {
  hasTwoWeeks,
  isAway,
  isSuited,
  type Length,
  openingHours,
  type Period,
  performersOf,
  type Rules,
  workingHours,
} from './rules.ts'

/** A time for a treatment. Instants are Unix times in ms; doctor and chair are busy until `busyUntil`. `doctors` are
 *  the ids of those who can perform it then; none if the treatment is booked without a doctor. `chairs` are those that
 *  can be used then; none if chairs are not a limit. */
export type BookableTime = {
  slot: string
  startsAt: number
  endsAt: number
  busyUntil: number
  doctors: readonly string[]
  chairs: readonly string[]
}

/** When a doctor works on a day, or, without one, when a treatment is possible that no doctor performs. `starts` are
 *  those on the grid, in order, by treatment. In minutes since the day began, whatever its clocks do. */
export type Schedule = {
  doctorId: string | null
  hours: readonly Period[]
  starts: ReadonlyMap<string, readonly number[]>
}

/** A chair, and the opening hours in which it is not blocked, in minutes since the day began. */
type ChairSchedule = { id: string; hours: readonly Period[] }

/** Everything that the rules permit on a day, whether or not it is booked. */
export type DayPlan = {
  date: IsoDate
  clock: DayClock
  fillsGaps: boolean
  schedules: readonly Schedule[]
  chairs: readonly ChairSchedule[]
}

/** What a plan has in common with those of other days. */
type KindOfDay = Pick<DayPlan, 'schedules' | 'chairs'>

type Planned = Length & { id: string }

const minute = 60_000
/** Times beside the grid begin at whole five minutes, which patients can read. */
export const besideMinutes = 5
const maxKinds = 500

const kindsByRules = new WeakMap<Rules, LRUCache<string, KindOfDay>>()

/** Returns the plan of a day. Days of one kind share their plan. */
export function planDay(rules: Rules, date: IsoDate): DayPlan {
  const clock = dayClock(date, rules.timeZone)
  const { fillGaps: fillsGaps } = rules.policy
  if (clock.clocksChange) return { date, clock, fillsGaps, ...schedulesOn(rules, rules.treatments, date, clock) }
  const kinds = kindsByRules.get(rules) ?? new LRUCache({ max: maxKinds })
  kindsByRules.set(rules, kinds)
  const key = kindOf(rules, date)
  const kind = kinds.get(key) ?? schedulesOn(rules, rules.treatments, date, clock)
  kinds.set(key, kind)
  return { date, clock, fillsGaps, ...kind }
}

/** Returns a text that is the same for days on which the same hours, absences and blocks count. */
function kindOf(rules: Rules, date: IsoDate): string {
  const day = rules.days.has(date) ? date : isoWeekday(date)
  const away = rules.doctors.flatMap((doctor, i) => (isAway(doctor, date) ? [i] : []))
  const blocked = rules.blocks.flatMap((block, i) => {
    const period = blockedOn(block, date)
    return period ? [`${i}:${period.from}-${period.until}`] : []
  })
  const week = rules.doctors.some(hasTwoWeeks) ? weekLetter(date) : ''
  return `${isoWeekday(date)}${week} ${day} ${away} ${blocked}`
}

/** Returns the schedules of treatments and the chairs on a day. */
function schedulesOn(rules: Rules, treatments: readonly Planned[], date: IsoDate, clock: DayClock): KindOfDay {
  const startsOf = new Map(treatments.map((each) => [each.id, gridStarts(each, rules.policy.gridMinutes, clock)]))
  const toSchedule = (
    doctorId: string | null,
    given: readonly Planned[],
    hours: readonly Period[],
    available: readonly Period[],
  ): Schedule => ({
    doctorId,
    hours: sinceBegin(available, clock),
    starts: new Map(given.map(({ id }) => [id, startsOf.get(id)?.(hours, available) ?? []])),
  })
  const doctors = rules.doctors.flatMap((doctor) => {
    const performed = treatments.filter(({ id }) => doctor.treatmentIds.has(id))
    if (performed.length === 0) return []
    return toSchedule(doctor.id, performed, workingHours(rules, doctor, date), availableHours(rules, doctor, date))
  })
  const [open, unblocked] = [openingHours(rules, date), unblockedHours(rules, date)]
  const withoutDoctor = treatments
    .filter(({ id }) => performersOf(rules, id).length === 0)
    .map((treatment) => toSchedule(null, [treatment], open, unblocked))
  const blocked = blockedChairs(rules, date)
  const toHours = (chair: string) => sinceBegin(without(open, blocked.get(chair) ?? []), clock)
  return {
    schedules: [...doctors, ...withoutDoctor],
    chairs: rules.chairs.map((id) => ({ id, hours: toHours(id) })),
  }
}

/** Returns the times of a treatment on a day that the rules permit on the grid. */
export function planTreatment(rules: Rules, treatment: Planned, date: IsoDate): readonly BookableTime[] {
  const clock = dayClock(date, rules.timeZone)
  return timesOf(rules, treatment, schedulesOn(rules, [treatment], date, clock), clock)
}

/** Returns the time of a treatment that begins when `slot` does, off the grid too if the rules permit that; undefined
 *  if they don't permit it, or if it ends at another time than `slot`. */
export function planTime(
  rules: Rules,
  treatment: Planned,
  date: IsoDate,
  slot: string,
): (BookableTime & { isOnGrid: boolean }) | undefined {
  const clock = dayClock(date, rules.timeZone)
  const start = (clock.instantOf(slotStartMinutes(slot)) - clock.startsAt) / minute
  const { schedules, chairs } = schedulesOn(rules, [treatment], date, clock)
  const timeWith = (possible: readonly Schedule[]) =>
    toTimes(rules, new Map([[start, possible]]), chairs, treatment, clock).find((time) => time.slot === slot)
  const onGrid = timeWith(schedules.filter(({ starts }) => starts.get(treatment.id)?.includes(start)))
  if (onGrid) return { ...onGrid, isOnGrid: true }
  const canBeBeside = start % besideMinutes === 0 && isToldByClock(start, treatment, clock)
  if (!rules.policy.fillGaps || !canBeBeside) return undefined
  const fitting = schedules.filter(({ starts, hours }) => starts.has(treatment.id) && isWithin(hours, start, treatment))
  const beside = timeWith(fitting)
  return beside && { ...beside, isOnGrid: false }
}

/** Returns the slots that the weekly rules permit on the grid, over all weekdays, by treatment. */
export function weeklySlots(rules: Rules): ReadonlyMap<string, string[]> {
  const known = slotsByRules.get(rules) ?? findWeeklySlots(rules)
  slotsByRules.set(rules, known)
  return known
}

const slotsByRules = new WeakMap<Rules, ReadonlyMap<string, string[]>>()

function findWeeklySlots(rules: Rules) {
  const ordinary = { ...rules, days: new Map(), doctors: rules.doctors.map((doctor) => ({ ...doctor, absences: [] })) }
  const weeks = rules.doctors.some(hasTwoWeeks) ? ordinaryWeeks : ordinaryWeeks.slice(0, 7)
  const days = weeks.map((date) => {
    const clock = dayClock(date, 'UTC')
    return { clock, ...schedulesOn(ordinary, rules.treatments, date, clock) }
  })
  return new Map(
    rules.treatments.map((treatment) => {
      const slots = days.flatMap((day) => timesOf(rules, treatment, day, day.clock).map(({ slot }) => slot))
      return [treatment.id, [...new Set(slots)].sort((a, b) => slotStartMinutes(a) - slotStartMinutes(b))]
    }),
  )
}

// Two weeks in UTC, so that no clock change moves a slot.
const ordinaryWeeks = Array.from({ length: 14 }, (_, i) => addDays('2026-01-05', i))

function timesOf(rules: Rules, treatment: Planned, { schedules, chairs }: KindOfDay, clock: DayClock): BookableTime[] {
  const schedulesAt = new Map<number, Schedule[]>()
  for (const schedule of schedules) {
    for (const start of schedule.starts.get(treatment.id) ?? []) {
      const others = schedulesAt.get(start)
      if (others) others.push(schedule)
      else schedulesAt.set(start, [schedule])
    }
  }
  return toTimes(rules, schedulesAt, chairs, treatment, clock)
}

/** Returns the times at which a suited chair can be used, in order. */
function toTimes(
  rules: Rules,
  schedulesAt: ReadonlyMap<number, readonly Schedule[]>,
  chairs: readonly ChairSchedule[],
  treatment: Planned,
  clock: DayClock,
): BookableTime[] {
  const suited = chairs.filter(({ id }) => isSuited(rules, id, treatment.id))
  return [...schedulesAt]
    .filter(([, schedules]) => schedules.length > 0)
    .sort(([a], [b]) => a - b)
    .flatMap(([start, schedules]) => {
      const usable = suited.filter(({ hours }) => isWithin(hours, start, treatment)).map(({ id }) => id)
      if (chairs.length > 0 && usable.length === 0) return []
      const doctors = schedules.flatMap(({ doctorId }) => doctorId ?? [])
      return [{ ...timeAt(start, treatment, clock), doctors, chairs: usable }]
    })
}

/** Returns the time of a treatment that begins `start` minutes after the day did. */
export function timeAt(start: number, length: Length, clock: DayClock) {
  const startsAt = clock.startsAt + start * minute
  const endsAt = startsAt + length.durationMinutes * minute
  return { slot: slotAt(start, length, clock), startsAt, endsAt, busyUntil: endsAt + length.bufferMinutes * minute }
}

/** Returns the slot of a treatment that begins `start` minutes after the day did. */
export function slotAt(start: number, { durationMinutes }: Length, clock: DayClock): string {
  const end = start + durationMinutes
  if (!clock.clocksChange) return slotOf(start, end)
  const instantOf = (minutes: number) => clock.startsAt + minutes * minute
  return slotOf(clock.minutesOf(instantOf(start)), clock.endMinutesOf(instantOf(end)))
}

const slots = new Map<number, string>()

// Cached: a month has some thousand times and few different slots, and formatting one is the slowest part of a plan.
function slotOf(start: number, end: number): string {
  const key = start * 10_000 + end
  const slot = slots.get(key) ?? formatSlot(start, end)
  slots.set(key, slot)
  return slot
}
