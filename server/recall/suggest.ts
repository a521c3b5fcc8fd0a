import { addDays, type IsoDate, isIsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { onlineTimes } from '#server/calendar/rules/free-times.ts'
import { allTimes, offeredTimes } from '#server/calendar/rules/offered-times.ts'
import { bookedOnline } from '#server/calendar/rules/rules.ts'
import type { DueOf } from './link-store.ts'
import { type DayTimes, type SuggestedTime, suggestTimes } from './times.ts'

/** The number of times to press. */
const suggested = 3
const fortnight = 14
/** A patient who is invited today need not wait for months: after these days, times with others will do. */
const maxDays = 84

/** Returns three free times for a treatment on different days from `from` on, fewer if there are fewer in three
 *  months. They are like the patient's last visit where that is possible. */
export async function suggestFor(calendar: Calendar, due: DueOf, from: IsoDate): Promise<SuggestedTime[]> {
  const { treatmentId, doctorId, slot } = due
  // Nobody can take a time online then: the page and the email say to call.
  if (!bookedOnline(await calendar.rules()).some(({ id }) => id === treatmentId)) return []
  const habit = { doctorId, minutes: slot === null ? 0 : slotStartMinutes(slot) }
  const days: DayTimes[] = []
  let times: SuggestedTime[] = []
  for (let ahead = 0; ahead < maxDays && times.length < suggested; ahead += fortnight) {
    const dates = Array.from({ length: fortnight }, (_, day) => addDays(from, ahead + day))
    for (const { overview, plan, free } of await calendar.days(dates)) {
      const withTheirs = doctorId === null ? [] : offeredTimes(plan, free, { treatment: treatmentId, doctor: doctorId })
      const all = [...withTheirs, ...offeredTimes(plan, free, { treatment: treatmentId })]
      days.push({ date: overview.date, times: all.flatMap(({ times }) => times) })
    }
    times = suggestTimes(days, habit, suggested)
  }
  return times
}

/** Returns the time of day that was pressed in an invitation, if it is free: with the patient's dentist, or else with
 *  any.
 *  @param wanted such as 2026-12-01T0800 */
export async function findWanted(calendar: Calendar, due: DueOf, wanted: string): Promise<SuggestedTime | undefined> {
  const [date = '', clock = ''] = wanted.split('T')
  if (!isIsoDate(date)) return undefined
  const minutes = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(2))
  const [day] = await calendar.days([date])
  const [all] = day ? allTimes(day.plan, onlineTimes(day.rules, day.free), { treatment: due.treatmentId }) : []
  const time = all?.times.find((each) => slotStartMinutes(each.slot) === minutes)
  if (!time) return undefined
  const knows = due.doctorId !== null && time.doctors.includes(due.doctorId)
  return { date, slot: time.slot, ...(knows && due.doctorId !== null && { doctorId: due.doctorId }) }
}

/** Writes a time for the fragment of a link, as `findWanted` reads it. */
export function toWanted({ date, slot }: SuggestedTime): string {
  const minutes = slotStartMinutes(slot)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date}T${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}
