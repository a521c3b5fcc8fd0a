import { useQueryClient } from '@tanstack/react-query'
import { moveBooking, moveTimesFor } from '#web/api/booking-changes.ts'
import { refreshBookings } from '#web/api/bookings.ts'
import { refreshAvailability } from '#web/api/treatments.ts'
import { clinic } from '#web/clinic.ts'
import { MoveDialog as ChooseTime } from '#web/ui/appointment/MoveDialog.tsx'
import { useToast } from '#web/ui/message/Toasts.tsx'
import type { ChangeProps } from './change-props.ts'

/** Moves a patient's appointment to another time or dentist. */
export function MoveDialog({ booking, onClose }: ChangeProps) {
  const client = useQueryClient()
  const toast = useToast()
  const { _id: id, patient, treatmentId, treatment, date, slot } = booking
  return (
    <ChooseTime
      title="Move your appointment"
      text={`${treatment}, now on ${date}, ${slot}.`}
      date={date}
      horizonDays={clinic.horizonDays}
      timesOn={(day) => moveTimesFor(day, treatmentId)}
      onMove={async (choice) => {
        await moveBooking(patient, id, choice)
        await Promise.all([refreshBookings(client), refreshAvailability(client)])
        toast('success', `Your appointment is on ${choice.date}, ${choice.slot} now`)
      }}
      onClose={onClose}
    />
  )
}
