import { addDays, type IsoDate, isoWeekday } from '#contract/kit/time/clinic-date.ts'
import type { ReportPeriod } from '#contract/report/period.ts'
import { openingHours, type Period, type Rules, workingHours } from '#server/calendar/rules/rules.ts'

/** The minutes that the clinic offers, by dentist and by weekday and hour, such as `1-08`. Without dentists it offers
 *  its opening hours, as the dentist ''. */
export type Offered = { byDentist: ReadonlyMap<string, number>; byHour: ReadonlyMap<string, number> }

type Tally = { byDentist: Map<string, number>; byHour: Map<string, number> }

/** Returns what the rules as they are now offer in a period, also in the past. */
export function offeredIn(rules: Rules, { from, to }: ReportPeriod): Offered {
  const total: Tally = { byDentist: new Map(), byHour: new Map() }
  const weekdays = new Map<number, Tally>()
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const weekday = isoWeekday(date)
    // Most days are like any other of their weekday.
    const known = isOrdinary(rules, date) ? weekdays.get(weekday) : undefined
    const day = known ?? offeredOn(rules, date)
    if (!known && isOrdinary(rules, date)) weekdays.set(weekday, day)
    for (const [key, minutes] of day.byDentist) add(total.byDentist, key, minutes)
    for (const [key, minutes] of day.byHour) add(total.byHour, key, minutes)
  }
  return total
}

function isOrdinary({ days, doctors }: Rules, date: IsoDate) {
  if (days.has(date)) return false
  return !doctors.some(({ absences }) => absences.some(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay))
}

function offeredOn(rules: Rules, date: IsoDate): Tally {
  const tally: Tally = { byDentist: new Map(), byHour: new Map() }
  const weekday = isoWeekday(date)
  const offer = (dentist: string, periods: readonly Period[]) => {
    for (const { from, until } of periods) {
      add(tally.byDentist, dentist, until - from)
      for (let hour = Math.floor(from / 60); hour * 60 < until; hour += 1) {
        const key = `${weekday}-${String(hour).padStart(2, '0')}`
        add(tally.byHour, key, Math.min(until, hour * 60 + 60) - Math.max(from, hour * 60))
      }
    }
  }
  if (rules.doctors.length === 0) offer('', openingHours(rules, date))
  for (const doctor of rules.doctors) offer(doctor.id, workingHours(rules, doctor, date))
  return tally
}

function add(tally: Map<string, number>, key: string, minutes: number) {
  tally.set(key, (tally.get(key) ?? 0) + minutes)
}
