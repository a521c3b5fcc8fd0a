import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Booking } from '#contract/booking/booking.ts'
import { cancelBooking, moveBooking } from '#web/api/booking-changes.ts'
import { postBooking, refreshBookings } from '#web/api/bookings.ts'
import { refreshAvailability } from '#web/api/treatments.ts'
import { refundSentence } from '#web/money.ts'
import { nearDateInText } from '#web/near-date.ts'
import { periodInText } from '#web/periods.ts'
import type { SessionRecord } from '#web/session/session-record.ts'
import { usePerson } from '#web/session/use-person.ts'
import { outcomeOf } from '#web/ui/appointment/booking-outcome.ts'
import { CancelDialog as AskReason } from '#web/ui/appointment/CancelDialog.tsx'
import { MoveInCalendar } from '#web/ui/appointment/MoveInCalendar.tsx'
import { whose } from '#web/ui/appointment/whose.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { WaitingDialog } from '#web/ui/waiting-list/WaitingDialog.tsx'

interface ChangeProps {
  booking: Booking
  onClose: (isChanged: boolean) => void
}

/** Moves a patient's appointment to another time or dentist. */
export function MoveDialog({ booking, onClose }: ChangeProps) {
  const client = useQueryClient()
  const toast = useToast()
  const person = usePerson()
  const { _id: id, patient, treatment, date, slot } = booking
  return (
    <MoveInCalendar
      whose={whose(booking, person)}
      text={`${treatment}, now on ${nearDateInText(date)}, ${periodInText(slot)}.`}
      appointment={booking}
      onMove={async (choice) => {
        await moveBooking(patient, id, choice)
        await refresh(client)
        toast(
          'success',
          `${sentenceOf(booking, person)} is on ${nearDateInText(choice.date)}, ${periodInText(choice.slot)} now`,
          undefined,
          id,
        )
      }}
      onClose={onClose}
    />
  )
}

/** Cancels a patient's appointment. While its time is free, they can book it again. */
export function CancelDialog({ booking, onClose }: ChangeProps) {
  const person = usePerson()
  const { _id: id, patient, patientId, phone, treatmentId, date, slot, price, changes } = booking
  const client = useQueryClient()
  const toast = useToast()
  const request = { treatmentId, date, slot, price, patient, phone, ...(patientId !== undefined && { patientId }) }
  const bookingAgain = useChange(() => postBooking(request), {
    onDone: (answer) => {
      const { kind, text } = outcomeOf(answer)
      toast(kind, text)
    },
    failsInToast: true,
    refresh: () => refresh(client),
  })
  return (
    <AskReason
      appointment={booking}
      whose={whose(booking, person)}
      changes={changes ?? { state: 'changeable' }}
      onCancel={async (reason) => {
        const answer = await cancelBooking(patient, id, reason)
        await refresh(client)
        const done = answer.refund
          ? `Cancelled. ${refundSentence(answer)}`
          : `${sentenceOf(booking, person)} is cancelled`
        toast('success', done, { label: 'Book it again', onPress: () => void bookingAgain.run() }, id)
      }}
      onClose={onClose}
    />
  )
}

/** Tells the patient of earlier times than that of an appointment. */
export function WaitDialog({ booking, onClose }: ChangeProps) {
  const { _id, treatmentId, treatment, date, slot, patientId } = booking
  return (
    <WaitingDialog
      treatment={{ _id: treatmentId, name: treatment }}
      booking={{ _id, date, slot, patientId }}
      onClose={() => onClose(false)}
    />
  )
}

/** Begins a sentence with whose appointment it is. */
function sentenceOf(booking: Booking, person: SessionRecord): string {
  const of = whose(booking, person)
  return `${of === 'your' ? 'Your' : of} appointment`
}

const refresh = (client: QueryClient) => Promise.all([refreshBookings(client), refreshAvailability(client)])
