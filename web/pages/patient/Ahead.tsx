import { Link } from 'react-router'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { PatientRecord, RecordedAppointment } from '#contract/patient/record.ts'
import { pages } from '#contract/site/pages.ts'
import { dateInText } from '#web/dates.ts'
import { periodInText } from '#web/periods.ts'

/** Returns the appointments ahead of a patient, the next one first. */
export const aheadOf = ({ appointments }: PatientRecord): RecordedAppointment[] =>
  appointments.filter(({ upcoming }) => upcoming).toReversed()

/** Appointments ahead, with links to their days at the desk. */
export function Ahead({ appointments }: { appointments: RecordedAppointment[] }) {
  return (
    <ul aria-label="Appointments ahead" className="mt-2">
      {appointments.map(({ _id, treatment, date, slot }) => (
        <li key={_id} className="wrap-anywhere">
          <Link to={`${pages.day}?date=${parseMediumDate(date) ?? ''}`} className="text-link inline-block py-1">
            {treatment} on {dateInText(date)}, {periodInText(slot)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
