import { useMutation } from '@tanstack/react-query'
import { messageFor } from '#web/api/http/errors.ts'
import { saveFile } from '#web/save-file.ts'
import { BusyButton } from '../form/BusyButton.tsx'

interface AddToCalendarProps {
  /** The patient and the id of their appointment, or the token of its link. */
  appointment: { patient: string; _id: string } | { token: string }
  label?: string
  /** Names the appointment for screen readers, where several buttons have the same label. */
  of?: string
  className: string
}

/** Saves an appointment as a file, which calendar apps open. */
export function AddToCalendar({ appointment, label = 'Add to calendar', of, className }: AddToCalendarProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => save(appointment) })
  return (
    <>
      <BusyButton busy={isPending} className={className} aria-label={of && `${label}: ${of}`} onClick={() => mutate()}>
        {label}
      </BusyButton>
      <span role="alert" className="block w-full text-error text-sm empty:hidden">
        {error && messageFor(error)}
      </span>
    </>
  )
}

async function save(appointment: AddToCalendarProps['appointment']) {
  const { fileOfBooking, fileOfLink } = await import('#web/api/icalendar.ts')
  const file =
    'token' in appointment ? fileOfLink(appointment.token) : fileOfBooking(appointment.patient, appointment._id)
  saveFile(await file, 'appointment.ics')
}
