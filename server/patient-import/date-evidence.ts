import type { DateColumn } from '#contract/patient/date-order.ts'
import { readDate } from './dates.ts'

const openDate = /^\s*(\d{1,2})[/-](\d{1,2})[/-]\d{4}(?!\d)/
const mostExamples = 3

/** Tells whether a text is a date that depends on the order of day and month, such as 03/04/2026. */
export const isOpenDate = (text: string): boolean => openDate.test(text)

/** What the cells of a column say about the order of day and month. */
export type DateEvidence = ReturnType<typeof dateEvidence>

/** Collects what the cells of a column say about the order of day and month. */
export function dateEvidence() {
  let [dayFirst, monthFirst] = [false, false]
  const examples = new Map<string, DateColumn['examples'][number]>()
  const isMonth = (part: number) => part >= 1 && part <= 12
  return {
    add: (cell: string): void => {
      const [, first = '', second = ''] = openDate.exec(cell) ?? []
      const [one, other] = [Number(first), Number(second)]
      dayFirst ||= one > 12 && isMonth(other)
      monthFirst ||= other > 12 && isMonth(one)
      // A date such as 05/05/2026 is the same in both orders.
      if (examples.size === mostExamples || one === other || !isMonth(one) || !isMonth(other)) return
      const text = cell.trim()
      const [byMonth, byDay] = [readDate(text, 'month-first'), readDate(text, 'day-first')]
      if (byMonth && byDay) examples.set(text, { text, 'day-first': byDay, 'month-first': byMonth })
    },
    /** Returns the column with all that was found; undefined if it has no such dates. */
    found: (column: number): DateColumn | undefined =>
      dayFirst || monthFirst || examples.size > 0
        ? { column, dayFirst, monthFirst, examples: [...examples.values()] }
        : undefined,
  }
}
