import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DeskAppointment } from '#contract/desk/day.ts'
import type { AppointmentMade } from '#contract/desk/new-appointment.ts'
import { type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { PatientFound } from '#contract/patient/found.ts'
import type { PatientRecord } from '#contract/patient/record.ts'
import { calendarOf } from '#web/api/calendar.ts'
import { recordOf } from '#web/api/desk/patients.ts'
import { showDate, weekdayOf } from '#web/dates.ts'
import { periodInText } from '#web/periods.ts'
import { forgetKept } from '#web/session/kept-fields.ts'
import { usePerson } from '#web/session/use-person.ts'
import { TellPatient } from '#web/ui/contact/TellPatient.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Done } from '#web/ui/feedback/Done.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { OutboxHint } from '#web/ui/form/OutboxHint.tsx'
import { ifEmailed, ifTexted } from '#web/unsent.ts'
import { AppointmentForm } from './AppointmentForm.tsx'
import { appointmentPlace, readKeptAppointment } from './kept-appointment.ts'
import { useNextAppointment } from './use-next-appointment.ts'

export interface NewAppointmentProps {
  /** The preselected day. */
  date: IsoDate
  /** The appointment of which this is the next one: of the same patient, treatment and dentist. */
  after?: DeskAppointment | undefined
  /** Id of the preselected dentist. */
  doctor?: string | undefined
  /** Id of the preselected patient. */
  patient?: string | undefined
  /** The preselected time, in minutes after midnight. */
  start?: number | undefined
  /** It opens only if something of this account was kept when the session ended. */
  restores?: boolean | undefined
  /** Called after each booking, while the dialog says what was booked. */
  onBooked: (made: AppointmentMade) => void
  onClose: () => void
}

/** Books an appointment for a patient who calls or walks in. */
export function NewAppointment(props: NewAppointmentProps) {
  const { date, after, doctor, patient = '', start, restores = false, onBooked, onClose } = props
  const { email: admin } = usePerson()
  const dialog = useRef<HTMLDialogElement>(null)
  const calendar = useQuery(calendarOf(admin))
  const [made, setMade] = useState<AppointmentMade>()
  const [former, setKept] = useState(() => readKeptAppointment(admin))
  const [isNext, setNext] = useState(after !== undefined)
  const next = useNextAppointment(admin, calendar.data, isNext ? after : undefined)
  const kept = isNext ? next.fields : former
  const record = useQuery({ ...recordOf(admin, patient), enabled: patient !== '' })
  const isPending = calendar.isPending || next.isPending || (patient !== '' && record.isPending)
  const [isOfAnother] = useState(restores && former === undefined)
  useEffect(() => {
    forgetKept(appointmentPlace)
    if (isOfAnother) onClose()
  }, [isOfAnother, onClose])

  if (isOfAnother) return null
  return (
    <FormDialog ref={dialog} title={made ? 'Booked' : 'New appointment'} isWide={!made} onClose={onClose}>
      {!made && isPending && <div className="skeleton mt-4 h-96" role="status" aria-label="Loading" />}
      {!made && <LoadError what="The clinic’s treatments" query={calendar} className="mt-4" />}
      {!made && calendar.data && !isPending && (
        <AppointmentForm
          calendar={calendar.data}
          {...{ admin, date, doctor, start, kept }}
          of={record.data && toFound(record.data)}
          onBooked={(booked) => {
            setMade(booked)
            setKept(undefined)
            setNext(false)
            onBooked(booked)
          }}
        />
      )}
      {made && <Booked made={made} onDone={() => dialog.current?.close()} onAnother={() => setMade(undefined)} />}
    </FormDialog>
  )
}

function toFound({ _id, fields: { name, email, phones } }: PatientRecord): PatientFound {
  const [phone] = phones
  return { _id, name, ...(email !== '' && { email }), ...(phone !== undefined && { phone }) }
}

interface BookedProps {
  made: AppointmentMade
  onDone: () => void
  onAnother: () => void
}

/** Confirms a booking, and says how the patient hears of it. */
function Booked({ made, onDone, onAnother }: BookedProps) {
  const { booking, patientAdded, emailed, reach } = made
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
          {reach.by === 'call' ? <TellPatient contact={{ reach, phone: booking.phone }} isHere /> : notice(made)}
          {patientAdded && ` ${patientName} was added to the patients.`}
        </p>
        {emailed && <OutboxHint />}
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

function notice({ booking: { patient }, patientAdded, emailed, reach }: AppointmentMade) {
  if (reach.by === 'sms') return ifTexted(`A text message goes to ${reach.to}, unless the appointment has begun.`)
  if (emailed && patientAdded)
    return ifEmailed(`Emails were sent to ${patient}: the appointment, and a link to set a password.`)
  if (emailed) return ifEmailed(`An email was sent to ${patient}.`)
  return patientAdded
    ? ifEmailed(`An email with a link to set a password was sent to ${patient}.`)
    : 'No email was sent.'
}
