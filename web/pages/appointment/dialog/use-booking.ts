import { useQueryClient } from '@tanstack/react-query'
import type { Booking, BookingFields } from '#contract/booking/booking.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { addBooking, postBooking, refreshBookings } from '#web/api/bookings.ts'
import { isSignedOut } from '#web/api/http/errors.ts'
import { refreshAvailability } from '#web/api/treatments.ts'
import { usePerson } from '#web/session/use-person.ts'
import { failureOf, outcomeOf } from '#web/ui/appointment/booking-outcome.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { useBookingEntry } from './use-booking-entry.ts'

/** The patient's choice. `doctor` is the id of the only dentist that they accept, `patientId` that of the person whom
 *  it is for, unless that is the owner of the account. */
export type BookingDraft = BookingFields & { doctor?: string | undefined; patientId?: string | undefined }

interface BookingDeps {
  treatment: Treatment
  day: IsoDate
  /** Called when the server has responded or can't be reached. */
  onEnd: () => void
  onBooked: (booking: Booking) => void
  onFailed: (draft: BookingDraft) => void
}

/** Returns a function that books, closes the dialog, shows the outcome and refetches the free times. */
export function useBooking({ treatment, day, onEnd, onBooked, onFailed }: BookingDeps) {
  const person = usePerson()
  const client = useQueryClient()
  const toast = useToast()
  const entry = useBookingEntry()

  return async function book(draft: BookingDraft): Promise<void> {
    const { _id, name, price } = treatment
    try {
      const date = formatMediumDate(day)
      const patient = { patient: person.email, patientName: person.name }
      const request = { treatmentId: _id, treatment: name, date, price, ...patient, ...draft }
      const answer = await postBooking(request)
      const { kind, text } = outcomeOf(answer)
      onEnd()
      toast(kind, text, undefined, 'booking')
      if (answer.success) {
        // The next dialog may open before the list is there, and knows the phone number by it.
        addBooking(client, answer.booking)
        onBooked(answer.booking)
      } else onFailed(draft)
    } catch (error) {
      // The form that called it ends the session.
      if (isSignedOut(error)) throw error
      const { text, isTemporary } = failureOf(error)
      const again = { label: 'Try again', onPress: () => void entry.open(_id, day) }
      onEnd()
      onFailed(draft)
      toast('error', text, isTemporary ? again : undefined, 'booking')
    }
    void refreshAvailability(client)
    void refreshBookings(client)
  }
}
