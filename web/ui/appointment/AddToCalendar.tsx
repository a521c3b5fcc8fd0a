import { saveFile } from '#web/save-file.ts'
import { ChangeButton } from '../change/ChangeButton.tsx'
import { useChange } from '../change/use-change.ts'

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
  const saving = useChange(() => save(appointment))
  return (
    <ChangeButton
      change={saving}
      className={className}
      aria-label={of && `${label}: ${of}`}
      problemClass="w-full text-sm"
    >
      {label}
    </ChangeButton>
  )
}

async function save(appointment: AddToCalendarProps['appointment']) {
  const { fileOfBooking, fileOfLink } = await import('#web/api/icalendar.ts')
  const file =
    'token' in appointment ? fileOfLink(appointment.token) : fileOfBooking(appointment.patient, appointment._id)
  saveFile(await file, 'appointment.ics')
}
