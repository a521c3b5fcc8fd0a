import type { Booking } from '#contract/booking/booking.ts'
import { AddToCalendar } from '#web/ui/appointment/AddToCalendar.tsx'
import { ClinicPhone } from '#web/ui/contact/ClinicPhone.tsx'

/** A change that a patient can make. */
export type Change = 'move' | 'cancel'
export type ChangeHandler = (change: Change, booking: Booking) => void

interface ChangeButtonsProps {
  booking: Booking
  onChange: ChangeHandler
}

/** What a patient can still do with an upcoming appointment: move it, cancel it, add it to a calendar. */
export function ChangeButtons({ booking, onChange }: ChangeButtonsProps) {
  const which = (
    <span className="sr-only">
      {' '}
      {booking.treatment} on {booking.date}
    </span>
  )
  const state = booking.changes?.state
  const button = 'text-link min-h-11 px-2 md:min-h-9'
  return (
    <span className="block print:hidden">
      <span className="-ml-2 flex flex-wrap gap-x-1">
        {(state === 'changeable' || state === 'too-late') && (
          <button type="button" className={button} onClick={() => onChange('move', booking)}>
            Move{which}
          </button>
        )}
        {state === 'changeable' && (
          <button type="button" className={button} onClick={() => onChange('cancel', booking)}>
            Cancel{which}
          </button>
        )}
        <AddToCalendar appointment={booking} of={`${booking.treatment} on ${booking.date}`} className={button} />
      </span>
      {state === 'too-late' && (
        <span className="block text-quiet text-sm">
          Too late to cancel online. Move it, or call us at <ClinicPhone />.
        </span>
      )}
    </span>
  )
}
