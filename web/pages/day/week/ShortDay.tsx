import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatDayOfWeek } from '#web/dates.ts'

/** A day at the head of a column, which breaks between the weekday and the date alone. */
export function ShortDay({ date }: { date: IsoDate }) {
  const [weekday, ...rest] = formatDayOfWeek(date, 'short').split(' ')
  return (
    <>
      {weekday} <span className="whitespace-nowrap">{rest.join(' ')}</span>
    </>
  )
}
