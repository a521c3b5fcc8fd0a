import type { LinkedAppointment } from '#contract/booking/appointment-link.ts'
import { cancelLinked, moveLinked } from '#web/api/appointment-link.ts'
import { moveTimesFor } from '#web/api/booking-changes.ts'
import { clinic } from '#web/clinic.ts'
import { dateInText } from '#web/dates.ts'
import { periodInText } from '#web/periods.ts'
import { CancelDialog } from '#web/ui/appointment/CancelDialog.tsx'
import { MoveDialog } from '#web/ui/appointment/MoveDialog.tsx'

interface DialogProps {
  token: string
  appointment: LinkedAppointment
  /** Receives the appointment as it is after the change. */
  onChanged: (appointment: LinkedAppointment) => void
  onClose: () => void
}

/** Moves the appointment of a link. */
export function MoveLinked({ token, appointment, onChanged, onClose }: DialogProps) {
  const { treatmentId, treatment, date, slot } = appointment
  return (
    <MoveDialog
      title="Move your appointment"
      text={`${treatment}, now on ${dateInText(date)}, ${periodInText(slot)}.`}
      date={date}
      horizonDays={clinic.horizonDays}
      timesOn={(day) => moveTimesFor(day, treatmentId)}
      onMove={async (choice) => onChanged(await moveLinked(token, choice))}
      onClose={onClose}
    />
  )
}

/** Cancels the appointment of a link. */
export function CancelLinked({ token, appointment, onChanged, onClose }: DialogProps) {
  return (
    <CancelDialog
      appointment={appointment}
      changes={appointment}
      onCancel={async (reason) => {
        await cancelLinked(token, reason)
        onChanged({ ...appointment, state: 'cancelled' })
      }}
      onClose={onClose}
    />
  )
}
