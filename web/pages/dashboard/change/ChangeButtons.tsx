import type { Booking } from '#contract/booking.ts'

/** A change that a patient can make. */
export type Change = 'move' | 'cancel'
export type ChangeHandler = (change: Change, booking: Booking) => void

interface ChangeButtonsProps {
  booking: Booking
  onChange: ChangeHandler
}

/** The changes that a patient can make to an upcoming appointment. */
export function ChangeButtons({ booking, onChange }: ChangeButtonsProps) {
  const which = (
    <span className="sr-only">
      {' '}
      {booking.treatment} on {booking.date}
    </span>
  )
  return (
    <span className="-ml-2 flex gap-1 print:hidden">
      <button type="button" className="text-link min-h-11 px-2" onClick={() => onChange('move', booking)}>
        Move{which}
      </button>
      <button type="button" className="text-link min-h-11 px-2" onClick={() => onChange('cancel', booking)}>
        Cancel{which}
      </button>
    </span>
  )
}
