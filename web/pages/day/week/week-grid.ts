import type { DeskDay } from '#contract/desk/day.ts'
import { type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { formatDayOfWeek } from '#web/dates.ts'
import { type Column, type Grid, toGrid } from '../calendar/columns.ts'

/** Lays the days of a dentist out beside each other: a column for each day, whose key is the day. `minMinutes` is the
 *  height of the lowest appointment. */
export function toWeekGrid(days: readonly DeskDay[], doctorId: string | undefined, minMinutes: number): Grid<IsoDate> {
  const grids = days.map((day) => toGrid(day, minMinutes))
  const columns = days.map((day, at): Column<IsoDate> => {
    const own = grids[at]?.columns.find(({ key }) => key === doctorId)
    const date = parseMediumDate(day.date) ?? '0-0-0'
    const isAbsent = day.doctors.some(({ _id, absent }) => _id === doctorId && absent)
    const none = { hours: [], blocks: [], placed: [] }
    return { ...none, ...own, isAbsent, key: date, name: formatDayOfWeek(date, 'short') }
  })
  const used = grids.filter((_, at) => (columns[at]?.hours.length ?? 0) + (columns[at]?.placed.length ?? 0) > 0)
  if (used.length === 0) return { columns, away: [], from: 480, until: 1_020 }
  return {
    ...{ columns, away: [] },
    from: Math.min(...used.map(({ from }) => from)),
    until: Math.max(...used.map(({ until }) => until)),
  }
}
