import { useQueryClient } from '@tanstack/react-query'
import { refundSentence } from '#contract/booking/refund.ts'
import { cancelBooking } from '#web/api/booking-changes.ts'
import { postBooking, refreshBookings } from '#web/api/bookings.ts'
import { refusalOf } from '#web/api/http/errors.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { refreshAvailability } from '#web/api/treatments.ts'
import { outcomeOf } from '#web/ui/appointment/booking-outcome.ts'
import { CancelDialog as AskReason } from '#web/ui/appointment/CancelDialog.tsx'
import { useToast } from '#web/ui/message/Toasts.tsx'
import type { ChangeProps } from './change-props.ts'

/** Cancels a patient's appointment. While its time is free, they can book it again. */
export function CancelDialog({ booking, onClose }: ChangeProps) {
  const { _id: id, patient, phone, treatmentId, date, slot, price, changes } = booking
  const client = useQueryClient()
  const toast = useToast()
  const refresh = () => Promise.all([refreshBookings(client), refreshAvailability(client)])
  const bookAgain = async () => {
    const request = { treatmentId, date, slot, price, patient, phone }
    const { kind, text } = await mutate(client, () => postBooking(request)).then(outcomeOf, (error) => ({
      kind: 'error' as const,
      text: refusalOf(error),
    }))
    await refresh()
    toast(kind, text)
  }
  return (
    <AskReason
      appointment={booking}
      changes={changes ?? { state: 'changeable' }}
      onCancel={async (reason) => {
        const { refund = 0 } = await cancelBooking(patient, id, reason)
        await refresh()
        const done = refund > 0 ? `Cancelled. ${refundSentence(refund)}` : 'Your appointment is cancelled'
        toast('success', done, { label: 'Book it again', onPress: bookAgain })
      }}
      onClose={onClose}
    />
  )
}
