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

interface MoveInsteadProps {
  booking: Booking
  /** Books it for somebody else. */
  onBook: () => void
}

/** Offers to move the appointment, because a second one of the treatment on that day would be refused. */
export function MoveInstead({ booking, onBook }: MoveInsteadProps) {
  const of = <span className="sr-only"> {booking.treatment}</span>
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4">
      <Link {...moveLink(booking)} className="btn btn-line">
        Move{of}
      </Link>
      <button type="button" className="text-link min-h-11 cursor-pointer" onClick={onBook}>
        Book for somebody else{of}
      </button>
    </div>
  )
}
