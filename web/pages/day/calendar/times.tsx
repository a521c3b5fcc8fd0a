import { formatTime } from '#web/dates.ts'
import { useClinicMinutes } from '#web/ui/appointment/chosen-day.ts'
import type { Grid } from './columns.ts'

/** The hours beside the columns. `scale` is in rem per minute. */
export function Hours({ grid: { from, until }, scale }: { grid: Grid; scale: number }) {
  const hours = Array.from({ length: (until - from) / 60 }, (_, n) => from + n * 60)
  return (
    <div
      aria-hidden="true"
      className="sticky left-0 z-20 rounded-bl-box bg-base-100 text-quiet"
      style={{ height: `${(until - from) * scale}rem` }}
    >
      {hours.map((hour) => (
        <span
          key={hour}
          className="absolute right-2 whitespace-nowrap tabular-nums"
          style={{ top: `${(hour - from) * scale}rem` }}
        >
          {formatTime(hour).replace(':00', '')}
        </span>
      ))}
    </div>
  )
}

/** A line at the present time, across a column. `scale` is in rem per minute. */
export function NowLine({ grid: { from, until }, scale }: { grid: Grid; scale: number }) {
  const now = useClinicMinutes()
  if (now < from || now >= until) return null
  return (
    <div
      data-now
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 border-error border-t-2"
      style={{ top: `${(now - from) * scale}rem` }}
    />
  )
}
