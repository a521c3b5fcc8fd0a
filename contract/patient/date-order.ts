import { z } from 'zod/mini'
import { isoDate } from '../kit/time/iso-date.ts'

/** How 03/04/2026 is read. Dates such as 2026-04-03 and 3.4.2026 are always clear. */
const dateOrders = ['month-first', 'day-first'] as const
export const dateOrder = z.enum(dateOrders, { error: 'One of: month-first, day-first' })
export type DateOrder = z.infer<typeof dateOrder>

/** What all cells of a column of a file say about the order of day and month. `dayFirst` and `monthFirst`: it has dates
 *  that can be read in this order alone. `examples` are the first dates that can be read in both, with both readings
 *  as YYYY-MM-DD. `column` counts from 0. */
export const dateColumn = z.object({
  column: z.int().check(z.nonnegative()),
  dayFirst: z.boolean(),
  monthFirst: z.boolean(),
  examples: z.array(z.object({ text: z.string(), 'day-first': isoDate(), 'month-first': isoDate() })),
})
export type DateColumn = z.infer<typeof dateColumn>

/** Returns the order of day and month in these columns. `open`: they can be read in both orders, or some dates in one
 *  and some in the other, so that a person must decide. `none`: they have no dates that depend on it. */
export function dateOrderOf(columns: readonly DateColumn[]): DateOrder | 'open' | 'none' {
  const dayFirst = columns.some((column) => column.dayFirst)
  const monthFirst = columns.some((column) => column.monthFirst)
  if (dayFirst !== monthFirst) return dayFirst ? 'day-first' : 'month-first'
  return dayFirst || columns.some(({ examples }) => examples.length > 0) ? 'open' : 'none'
}
