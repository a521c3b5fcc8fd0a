import { z } from 'zod/mini'
import { slot } from '../kit/time/slot.ts'

/** What patients can expect of a day. `full`: the clinic is open, but no treatment has a free time. `over`: it is too
 *  late to book any of today's times. */
const dayState = z.enum(['open', 'full', 'over', 'closed'])
export type DayState = z.infer<typeof dayState>

/** The days of a month that can be chosen, in order: none before the clinic's today, none past the horizon. `date` is
 *  in the medium format. `note` is the clinic's own, such as `Public holiday`. */
export const monthOverview = z.object({
  days: z.array(z.object({ date: z.string(), state: dayState, note: z.optional(z.string()) })),
})
export type MonthOverview = z.infer<typeof monthOverview>

/** A treatment with its first free time, on `date` in the medium format. Without date and slot it has none up to the
 *  horizon. */
export const nextFree = z.object({
  _id: z.uuid(),
  name: z.string(),
  date: z.optional(z.string()),
  slot: z.optional(slot),
})
export type NextFree = z.infer<typeof nextFree>

/** The same as a page parses it: ids and slots are any text. */
export const receivedNextFree = z.extend(nextFree, { _id: z.string(), slot: z.optional(z.string()) })
