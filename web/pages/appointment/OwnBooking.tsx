import CalendarCheck from 'lucide-react/icons/calendar-check'
import { Link } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import { periodInText } from '#web/periods.ts'
import { usePerson } from '#web/session/use-person.ts'
import { moveLink } from '#web/ui/appointment/move-entry.ts'

/** Says when somebody of the account has a treatment on the chosen day. */
export function OwnTime({ booking: { patientName, slot } }: { booking: Booking }) {
  const person = usePerson()
  return (
    <p className="flex items-center gap-1 text-quiet text-sm">
      <CalendarCheck size={16} aria-hidden="true" className="shrink-0" />
      <span className="wrap-anywhere min-w-0">
        {patientName === person.name ? 'You have' : `${patientName} has`} this at {periodInText(slot)}
      </span>
    </p>
  )
}

/** Leads to a move of the appointment: the dialog to book says that the day has one already. */
export function MoveOwn({ booking }: { booking: Booking }) {
  return (
    <Link {...moveLink(booking)} className="text-link inline-flex min-h-11 items-center">
      Move<span className="sr-only"> {booking.treatment}</span>
    </Link>
  )
}
