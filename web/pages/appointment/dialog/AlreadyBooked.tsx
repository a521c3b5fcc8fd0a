import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import { periodInText } from '#web/periods.ts'
import { usePerson } from '#web/session/use-person.ts'
import { moveLink } from '#web/ui/appointment/move-entry.ts'

interface AlreadyBookedProps {
  /** The appointment of that treatment which the patient has on that day. */
  booking: Booking
  /** The choice of the patient, if there is one. */
  forWhom: ReactNode
  /** Called to book for somebody who can't be chosen yet. */
  onSomebodyElse: () => void
}

/** In place of the form, whose request would be refused: offers to move the appointment that the patient has. */
export function AlreadyBooked({ booking, forWhom, onSomebodyElse }: AlreadyBookedProps) {
  const { patientName, treatment, slot } = booking
  const person = usePerson()
  return (
    <div className="grid gap-4 py-6">
      {forWhom}
      <p>
        {patientName === person.name ? 'You already have' : `${patientName} already has`} {treatment} on this day, at{' '}
        {periodInText(slot)}.
      </p>
      <Link {...moveLink(booking)} className="btn btn-action w-full">
        Move it
      </Link>
      {!forWhom && (
        <button type="button" className="text-link min-h-11 cursor-pointer justify-self-start" onClick={onSomebodyElse}>
          For somebody else?
        </button>
      )}
    </div>
  )
}
