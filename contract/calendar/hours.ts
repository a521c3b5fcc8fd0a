import { z } from 'zod/mini'

/** Minutes after midnight on the clinic's wall clock. 1440 is midnight at the end of the day. */
export const minutesOfDay = z
  .int('A time is needed')
  .check(z.gte(0, 'A time from 00:00 to 24:00'), z.lte(1_440, 'A time from 00:00 to 24:00'))

/** A part of a day. */
const period = z
  .object({ from: minutesOfDay, until: minutesOfDay })
  .check(z.refine(({ from, until }) => from < until, { error: 'Must end after it begins', path: ['until'] }))
export type Period = z.infer<typeof period>

/** The periods of a day. They don't overlap. */
export const periods = z.array(period).check(
  z.maxLength(6, 'At most 6 periods a day'),
  z.refine((list) => !overlap(list), 'These times overlap'),
)

/** A weekday, 1 (Monday) to 7 (ISO 8601). */
export const weekday = z
  .int('A weekday, 1 (Monday) to 7')
  .check(z.gte(1, 'A weekday, 1 (Monday) to 7'), z.lte(7, 'A weekday, 1 (Monday) to 7'))

/** The periods of the week; a weekday without an entry has none. */
export const week = z
  .array(z.object({ weekday, periods }))
  .check(z.refine((days) => new Set(days.map((day) => day.weekday)).size === days.length, 'Each weekday once'))
export type Week = z.infer<typeof week>

function overlap(list: Period[]) {
  const sorted = list.toSorted((a, b) => a.from - b.from)
  return sorted.some(({ from }, i) => from < (sorted[i - 1]?.until ?? 0))
}
