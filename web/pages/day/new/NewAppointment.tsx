import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AppointmentMade } from '#contract/desk/new-appointment.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { calendarOf } from '#web/api/calendar.ts'
import { usePerson } from '#web/session/use-person.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { AppointmentForm } from './AppointmentForm.tsx'
import { Booked } from './Booked.tsx'

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
