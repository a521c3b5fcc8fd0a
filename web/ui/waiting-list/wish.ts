import { z } from 'zod/mini'
import type { ShownWish } from '#contract/booking/waiting-list.ts'
import { type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { timeInText, typedToMedium } from '#web/dates.ts'
import { weekdays } from '../calendar/Weekdays.tsx'

/** Refuses hours that end before they begin. */
export const hoursInOrder = z.refine<{ from: string; until: string }>(
  ({ from, until }) => Number(from) < Number(until),
  {
    error: 'Must be later than the first time',
    path: ['until'],
  },
)

/** What somebody waits for, as it is typed. An empty dentist: any. */
export const typedWish = z
  .object({
    doctor: z.string(),
    weekdays: z.array(z.string()).check(z.minLength(1, 'Choose at least one weekday')),
    from: z.string(),
    until: z.string(),
    lastDay: z.string().check(z.minLength(1, 'A day is needed')),
  })
  .check(hoursInOrder)
export type TypedWish = z.infer<typeof typedWish>

/** A wish for any time on any day until `lastDay`. */
export const emptyWish = (lastDay: IsoDate): TypedWish => ({
  ...{ doctor: '', weekdays: ['1', '2', '3', '4', '5', '6', '7'], from: '0', until: '1440', lastDay },
})

/** Returns a known wish as it was typed. */
export function toTyped({ doctor, weekdays, from, until, lastDay }: ShownWish): TypedWish {
  return {
    doctor: doctor?.works ? doctor._id : '',
    weekdays: weekdays.map(String),
    ...{ from: String(from), until: String(until) },
    lastDay: parseMediumDate(lastDay) ?? '',
  }
}

/** Returns a typed wish as the calls take it. */
export function toWish({ doctor, weekdays, from, until, lastDay }: TypedWish) {
  return {
    ...(doctor !== '' && { doctor }),
    weekdays: weekdays.map(Number),
    ...{ from: Number(from), until: Number(until) },
    lastDay: typedToMedium(lastDay),
  }
}

/** Returns which times somebody waits for: 'Monday, Friday, 8:00 AM to 12:00 PM'. */
export function timesInWords({
  weekdays: days,
  from,
  until,
}: {
  weekdays: number[]
  from: number
  until: number
}): string {
  const names = weekdays.filter(({ day }) => days.includes(day)).map(({ name }) => name)
  const dayWords = names.length === 7 ? 'Any day' : names.join(', ')
  if (from === 0 && until === 1_440) return `${dayWords}, any time`
  if (from === 0) return `${dayWords}, until ${timeInText(until)}`
  return until === 1_440
    ? `${dayWords}, from ${timeInText(from)}`
    : `${dayWords}, ${timeInText(from)} to ${timeInText(until)}`
}
