import { useEffect, useRef } from 'react'
import type { AppointmentMade } from '#contract/desk/new-appointment.ts'
import { parseMediumDate, weekdayOf } from '#contract/kit/time/clinic-date.ts'
import { TellPatient } from '#web/ui/contact/TellPatient.tsx'
import { Done } from '#web/ui/feedback/Done.tsx'

interface BookedProps {
  made: AppointmentMade
  onDone: () => void
  onAnother: () => void
}

/** Confirms a booking, and says whether the patient gets an email. */
export function Booked({ made, onDone, onAnother }: BookedProps) {
  const { booking, patientAdded } = made
  const { patientName, date, slot, treatment, doctor } = booking
  const day = parseMediumDate(date)
  const done = useRef<HTMLButtonElement>(null)
  // The pressed button is gone.
  useEffect(() => done.current?.focus(), [])
  return (
    <div className="mt-4 grid gap-4">
      <div role="status" className="wrap-anywhere grid gap-3">
        <Done>
          Booked for {patientName}, {slot}
        </Done>
        <p>
          {day && `${weekdayOf(day)}, `}
          {date} · {treatment}
          {doctor !== undefined && ` with ${doctor}`}
        </p>
        <p>
          <TellPatient contact={booking}>{notice(made)}</TellPatient>
          {patientAdded && ` ${patientName} was added to the patients.`}
        </p>
      </div>
      <div className="mt-2 flex flex-wrap gap-3">
        <button ref={done} type="button" className="btn btn-action flex-1" onClick={onDone}>
          Done
        </button>
        <button type="button" className="btn btn-line" onClick={onAnother}>
          Book another
        </button>
      </div>
    </div>
  )
}

function notice({ booking: { patient }, patientAdded, emailed }: AppointmentMade) {
  if (emailed && patientAdded) return `Emails were sent to ${patient}: the appointment, and a link to set a password.`
  if (emailed) return `An email was sent to ${patient}.`
  return patientAdded ? `An email with a link to set a password was sent to ${patient}.` : 'No email was sent.'
}
