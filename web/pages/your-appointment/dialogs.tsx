import { useQueryClient } from '@tanstack/react-query'
import type { LinkedAppointment } from '#contract/booking/appointment-link.ts'
import { cancelLinked, moveLinked } from '#web/api/appointment-link.ts'
import { refreshAvailability } from '#web/api/treatments.ts'
import { nearDateInText } from '#web/near-date.ts'
import { periodInText } from '#web/periods.ts'
import { CancelDialog } from '#web/ui/appointment/CancelDialog.tsx'
import { MoveInCalendar } from '#web/ui/appointment/MoveInCalendar.tsx'
import { whose } from '#web/ui/appointment/whose.ts'

interface DialogProps {
  token: string
  appointment: LinkedAppointment
  /** Receives the appointment as it is after the change. */
  onChanged: (appointment: LinkedAppointment) => void
  onClose: () => void
}

/** Moves the appointment of a link, which names the patient if others have the address too. */
export function MoveLinked({ token, appointment, onChanged, onClose }: DialogProps) {
  const close = useRefreshing(onClose)
  const { treatment, date, slot } = appointment
  return (
    <MoveInCalendar
      whose={whose(appointment)}
      text={`${treatment}, now on ${nearDateInText(date)}, ${periodInText(slot)}.`}
      appointment={appointment}
      onMove={async (choice) => onChanged(await moveLinked(token, choice))}
      onClose={close}
    />
  )
}

/** Cancels the appointment of a link. */
export function CancelLinked({ token, appointment, onChanged, onClose }: DialogProps) {
  const close = useRefreshing(onClose)
  return (
    <CancelDialog
      appointment={appointment}
      whose={whose(appointment)}
      changes={appointment}
      onCancel={async (reason) => {
        await cancelLinked(token, reason)
        onChanged({ ...appointment, state: 'cancelled' })
      }}
      onClose={close}
    />
  )
}

/** Refetches the free times, too: the appointment has taken or left one. */
function useRefreshing(onClose: () => void) {
  const client = useQueryClient()
  return () => {
    onClose()
    void refreshAvailability(client)
  }
}
