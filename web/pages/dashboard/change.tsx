import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { refreshBookings } from '#web/api/bookings.ts'
import { dateInText } from '#web/dates.ts'
import { AddToCalendar } from '#web/ui/appointment/AddToCalendar.tsx'
import { CancellationTerms } from '#web/ui/appointment/CancellationTerms.tsx'
import { isMovable, useMoveEntry } from '#web/ui/appointment/move-entry.ts'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'

const useDialogs = loadWhenIdle(() => import('./dialogs.tsx'))

/** Opens the dialog of a change to one of `bookings`: of a button, or the move that a link asks for. The page renders
 *  `dialog`, outside of the list, which the last appointment takes with it. `onLost` is called where the focus can't go
 *  back: after an appointment was cancelled, whose row is gone, and after a link. */
export function useChange(bookings: Booking[], onLost: () => void): { openChange: ChangeHandler; dialog: ReactNode } {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<{ change: Change; booking: Booking }>()
  const { moveId, forget } = useMoveEntry()
  const named = bookings.find((booking) => booking._id === moveId && isMovable(booking))
  const open = chosen ?? (named && { change: 'move' as const, booking: named })
  const code = useDialogs(open !== undefined)
  const dialogs = { move: code?.MoveDialog, cancel: code?.CancelDialog, wait: code?.WaitDialog }
  const Dialog = open && dialogs[open.change]
  const current = bookings.find(({ _id }) => _id === open?.booking._id) ?? open?.booking
  const close = (isChanged: boolean) => {
    setChosen(undefined)
    if (named) forget()
    if (named || (isChanged && open?.change === 'cancel')) onLost()
  }
  return {
    openChange: (change, booking) => {
      setChosen({ change, booking })
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
    <span className="mt-1 block print:hidden">
      <CancellationTerms
        changes={booking.changes}
        className={state === 'changeable' ? 'text-quiet text-sm' : 'md:text-sm'}
      />
      <span className="-ml-2 flex flex-wrap gap-x-1">
        {isMovable(booking) && (
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
    </span>
  )
}
