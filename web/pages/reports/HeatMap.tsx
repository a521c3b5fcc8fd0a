import type { ReportRow } from '#contract/report/report.ts'
import { formatTime } from '#web/dates.ts'
import { percent, timeOf, weekdayName } from './figures.ts'

const weekdays = [1, 2, 3, 4, 5, 6, 7]
// Text stays readable on it.
const strongest = 45

/** Shows which share of the offered time is used, by weekday and hour. It is a table: the emptier, the stronger. */
export function HeatMap({ rows }: { rows: readonly ReportRow[] }) {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const offered = rows.filter(({ of = 0 }) => of > 0).map(timeOf)
  const hours = [...new Set(offered.map(({ hour }) => hour))].sort((a, b) => a - b)
  const days = weekdays.filter((day) => offered.some(({ weekday }) => weekday === day))
  if (hours.length === 0) return null
  return (
    <div className="overflow-x-auto">
      <table className="w-full table-fixed border-separate border-spacing-0.5 text-center text-sm tabular-nums">
        <caption className="mb-2 text-left text-quiet text-sm">Percent of the offered time that is used</caption>
        <thead>
          <tr>
            <td className="w-14" />
            {days.map((day) => (
              <th key={day} scope="col" className="font-medium">
                <abbr title={weekdayName(day)} className="no-underline">
                  {weekdayName(day).slice(0, 2)}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour}>
              <th scope="row" className="whitespace-nowrap pr-1 text-right font-medium text-quiet">
                {formatTime(hour * 60).replace(':00', '')}
              </th>
              {days.map((day) => (
                <Cell key={day} row={byKey.get(`${day}-${String(hour).padStart(2, '0')}`)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ row }: { row: ReportRow | undefined }) {
  if (!row?.of) return <td className="text-quiet">–</td>
  const share = percent(row)
  const strength = Math.round((Math.max(0, 100 - share) / 100) * strongest)
  return (
    <td
      className="h-8 rounded-sm"
      style={{ backgroundColor: `color-mix(in srgb, var(--color-primary) ${strength}%, transparent)` }}
    >
      {share}
    </td>
  )
}
