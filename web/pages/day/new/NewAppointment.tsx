import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AppointmentMade } from '#contract/desk/new-appointment.ts'
import { type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { calendarOf } from '#web/api/calendar.ts'
import { showDate, weekdayOf } from '#web/dates.ts'
import { periodInText } from '#web/periods.ts'
import { usePerson } from '#web/session/use-person.ts'
import { TellPatient } from '#web/ui/contact/TellPatient.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Done } from '#web/ui/feedback/Done.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { AppointmentForm } from './AppointmentForm.tsx'

interface NewAppointmentProps {
  /** The preselected day. */
  date: IsoDate
  /** Id of the preselected dentist. */
  doctor?: string | undefined
  /** The preselected time, in minutes after midnight. */
  start?: number | undefined
  /** Called after each booking, while the dialog says what was booked. */
  onBooked: (made: AppointmentMade) => void
  onClose: () => void
}

/** Books an appointment for a patient who calls or walks in. */
export function NewAppointment({ date, doctor, start, onBooked, onClose }: NewAppointmentProps) {
  const { email: admin } = usePerson()
  const dialog = useRef<HTMLDialogElement>(null)
  const calendar = useQuery(calendarOf(admin))
  const [made, setMade] = useState<AppointmentMade>()

  return (
    <FormDialog ref={dialog} title={made ? 'Booked' : 'New appointment'} onClose={onClose}>
      {!made && calendar.isPending && <div className="skeleton mt-4 h-96" role="status" aria-label="Loading" />}
      {!made && <LoadError what="The clinic’s treatments" query={calendar} className="mt-4" />}
      {!made && calendar.data && (
        <AppointmentForm
          calendar={calendar.data}
          {...{ admin, date, doctor, start }}
          onBooked={(booked) => {
            setMade(booked)
            onBooked(booked)
          }}
        />
      )}
      {made && <Booked made={made} onDone={() => dialog.current?.close()} onAnother={() => setMade(undefined)} />}
    </FormDialog>
  )
}

interface BookedProps {
  made: AppointmentMade
  onDone: () => void
  onAnother: () => void
}

/** Confirms a booking, and says whether the patient gets an email. */
function Booked({ made, onDone, onAnother }: BookedProps) {
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
          Booked for {patientName}, {periodInText(slot)}
        </Done>
        <p>
          {day && `${weekdayOf(day)}, `}
          {showDate(date)} · {treatment}
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
