import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { refreshBookings } from '#web/api/bookings.ts'
import { dateInText } from '#web/dates.ts'
import { AddToCalendar } from '#web/ui/appointment/AddToCalendar.tsx'
import { ClinicPhone } from '#web/ui/contact/Phone.tsx'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'

const useDialogs = loadWhenIdle(() => import('./dialogs.tsx'))

/** Opens the dialog of a change to one of `bookings`. The page renders `dialog`, outside of the list, which the last
 *  appointment takes with it. `onCancelled` is called after an appointment was cancelled, whose row is gone. */
export function useChange(
  bookings: Booking[],
  onCancelled: () => void,
): { openChange: ChangeHandler; dialog: ReactNode } {
  const client = useQueryClient()
  const [open, setOpen] = useState<{ change: Change; booking: Booking }>()
  const code = useDialogs(open !== undefined)
  const dialogs = { move: code?.MoveDialog, cancel: code?.CancelDialog, wait: code?.WaitDialog }
  const Dialog = open && dialogs[open.change]
  const current = bookings.find(({ _id }) => _id === open?.booking._id) ?? open?.booking
  const close = (isChanged: boolean) => {
    setOpen(undefined)
    if (isChanged && open?.change === 'cancel') onCancelled()
  }
  return {
    openChange: (change, booking) => {
      setOpen({ change, booking })
      // The page may have been open for a day.
      void refreshBookings(client)
    },
    dialog: Dialog && current ? <Dialog booking={current} onClose={close} /> : null,
  }
}

/** A change that a patient can make, or wait for. */
type Change = 'move' | 'cancel' | 'wait'
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
      {booking.treatment} on {dateInText(booking.date)}
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
        <AddToCalendar
          appointment={booking}
          of={`${booking.treatment} on ${dateInText(booking.date)}`}
          className={button}
        />
      </span>
      {(state === 'changeable' || state === 'too-late') && (
        <button type="button" className={`${button} -ml-2 text-left`} onClick={() => onChange('wait', booking)}>
          Tell me if an earlier time frees up{which}
        </button>
      )}
      {state === 'too-late' && (
        <span className="block text-quiet text-sm">
          Too late to cancel online. Move it, or call us at <ClinicPhone />.
        </span>
      )}
    </span>
  )
}
