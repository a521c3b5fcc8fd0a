import { Link } from 'react-router'
import type { UnmarkedAppointment } from '#contract/desk/unmarked.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import { pages } from '#contract/site/pages.ts'
import { formatDayOfWeek, formatTime } from '#web/dates.ts'
import { AllCame } from '#web/ui/appointment/AllCame.tsx'

/** The appointments that are over and of which nobody has said whether the patient came, by day. Nothing without any:
 *  the till can be closed all the same. */
export function Unmarked({ staff, appointments }: { staff: string; appointments: readonly UnmarkedAppointment[] }) {
  if (appointments.length === 0) return null
  const days = [...Map.groupBy(appointments, ({ date }) => date)]
  return (
    <section aria-labelledby="unmarked" className="mt-6 rounded-box border border-base-300 bg-card p-4 print:hidden">
      <h2 id="unmarked" className="text-lg">
        {formatCount(appointments.length)} {appointments.length === 1 ? 'appointment is' : 'appointments are'} over and
        not marked
      </h2>
      <p className="mt-1 text-quiet text-sm">Open the day to mark somebody as a no-show first.</p>
      <ul className="mt-3 grid gap-3">
        {days.map(([date, ofDay]) => (
          <Day key={date} {...{ staff, date }} appointments={ofDay} />
        ))}
      </ul>
    </section>
  )
}

interface DayProps {
  staff: string
  date: string
  appointments: readonly UnmarkedAppointment[]
}

function Day({ staff, date, appointments }: DayProps) {
  const day = parseMediumDate(date)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-base-300 border-t pt-3">
      <div className="min-w-0 flex-1 basis-72 text-sm">
        <Link to={`${pages.day}?${new URLSearchParams({ date: day ?? '', view: 'list' })}`} className="text-link">
          {day ? formatDayOfWeek(day) : date}
        </Link>
        <p className="wrap-anywhere mt-1">
          {appointments
            .map(({ slot, patientName }) => `${formatTime(slotStartMinutes(slot))} ${patientName}`)
            .join(', ')}
        </p>
      </div>
      <AllCame {...{ staff, appointments }} className="btn btn-line h-10 min-h-10 px-4" />
    </li>
  )
}
