import { useQueryClient } from '@tanstack/react-query'
import { formatDollars } from '#contract/kit/money.ts'
import { cancelBooking } from '#web/api/booking-changes.ts'
import { refreshBookings } from '#web/api/bookings.ts'
import { refreshAvailability } from '#web/api/treatments.ts'
import { CancelDialog as AskReason } from '#web/ui/appointment/CancelDialog.tsx'
import { useToast } from '#web/ui/message/Toasts.tsx'
import type { ChangeProps } from './change-props.ts'

/** Cancels a patient's appointment. */
export function CancelDialog({ booking, onClose }: ChangeProps) {
  const { _id: id, patient, paid, price } = booking
  const client = useQueryClient()
  const toast = useToast()
  return (
    <AskReason
      appointment={booking}
      refund={paid ? price : undefined}
      onCancel={async (reason) => {
        const { refund } = await cancelBooking(patient, id, reason)
        await Promise.all([refreshBookings(client), refreshAvailability(client)])
        toast(
          'success',
          refund === undefined
            ? 'Your appointment is cancelled'
            : `Cancelled. We refund ${formatDollars(refund)} to your card`,
        )
      }}
      onClose={onClose}
    />
  )
}
