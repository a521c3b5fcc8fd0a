import { formatCount } from '#contract/kit/text/count.ts'
import { isoDay } from '#contract/kit/time/clinic-date.ts'
import type { Report, ReportBlock, ReportRow } from '#contract/report/report.ts'
import { partFacts } from '#contract/report/table.ts'
import { formatDay, formatDayOfWeek, formatMonth, formatTime, weekdayOf } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'

export type Unit = (typeof partFacts)[ReportBlock]['unit']

/** Formats a figure: `214`, `12.5 h`, `$59`. */
export function formatFigure(value: number, unit: Unit): string {
  if (unit === 'dollars') return formatDollars(value, { grouped: true })
  if (unit === 'appointments') return formatCount(value)
  return `${formatCount(Math.round(value / 6) / 10)} h`
}

/** Names a row of a part: of a day, a week or a month by its begin. */
export function nameOf(row: ReportRow, part: ReportBlock, step: Report['step']): string {
  if (part === 'empty') {
    const { weekday, hour } = timeOf(row)
    return `${weekdayName(weekday)}, ${formatTime(hour * 60)}`
  }
  if (partFacts[part].rows !== 'From') return row.name
  const day = isoDay.parse(row.key)
  if (step === 'month') return formatMonth(day)
  return step === 'week' ? formatDay(day) : formatDayOfWeek(day, 'short')
}

/** Returns the weekday, 1 (Monday) to 7, and the hour of a row of empty times. */
export function timeOf({ key }: ReportRow) {
  const [weekday = 1, hour = 0] = key.split('-').map(Number)
  return { weekday, hour }
}

/** Returns the name of a weekday, 1 (Monday) to 7. */
export function weekdayName(weekday: number): string {
  // 5 January 2026 is a Monday.
  return weekdayOf(isoDay.parse(`2026-01-${String(4 + weekday).padStart(2, '0')}`))
}

/** Returns how many percent of `of` is used. */
export function percent({ now, of = 0 }: { now: number; of?: number | undefined }): number {
  return of > 0 ? Math.round((now / of) * 100) : 0
}
