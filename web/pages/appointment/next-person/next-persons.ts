import type { Booking } from '#contract/booking/booking.ts'
import type { AccountPatient } from '#contract/patient/account-patient.ts'

type Known = { persons: readonly AccountPatient[] | undefined; bookings: readonly Booking[] | undefined }

/** Returns for whom the same treatment may be booked next, after a booking for a child or somebody else: the others for
 *  whom the account acts, unless they have the treatment on that day. Nobody after the owner's own booking. */
export function nextPersons(booking: Booking, { persons = [], bookings = [] }: Known): AccountPatient[] {
  const others = persons.filter(({ relation }) => relation !== 'self')
  if (!others.some(({ _id }) => _id === booking.patientId)) return []
  const { date, treatmentId } = booking
  const there = bookings.filter((each) => each.date === date && each.treatmentId === treatmentId && !each.cancelledAt)
  return others.filter(({ _id }) => _id !== booking.patientId && !there.some(({ patientId }) => patientId === _id))
}

/** Names the way to the next booking: the only one who is left by their name. */
export function nextPersonInWords(persons: readonly AccountPatient[]): string {
  const [first, ...others] = persons
  if (first && others.length === 0) return `Book for ${first.name} too`
  const areChildren = persons.every(({ relation }) => relation === 'child')
  return `Book the next time for ${areChildren ? 'another child' : 'somebody else'}`
}
