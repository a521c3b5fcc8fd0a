import type { Booking } from '#contract/booking/booking.ts'
import { AddToCalendar } from '#web/ui/appointment/AddToCalendar.tsx'

/** A change that a patient can make. */
export type Change = 'move' | 'cancel'
export type ChangeHandler = (change: Change, booking: Booking) => void

interface ChangeButtonsProps {
  booking: Booking
  onChange: ChangeHandler
}

/** What a patient can do with an upcoming appointment: move it, cancel it, add it to a calendar. */
export function ChangeButtons({ booking, onChange }: ChangeButtonsProps) {
  const which = (
    <span className="sr-only">
      {' '}
      {booking.treatment} on {booking.date}
    </span>
  )
  return (
    <span className="-ml-2 flex flex-wrap gap-x-1 print:hidden">
      <button type="button" className="text-link min-h-11 px-2 md:min-h-9" onClick={() => onChange('move', booking)}>
        Move{which}
      </button>
      <button type="button" className="text-link min-h-11 px-2 md:min-h-9" onClick={() => onChange('cancel', booking)}>
        Cancel{which}
      </button>
      <AddToCalendar
        appointment={booking}
        of={`${booking.treatment} on ${booking.date}`}
        className="text-link min-h-11 px-2 md:min-h-9"
      />
    </span>
  )
}
