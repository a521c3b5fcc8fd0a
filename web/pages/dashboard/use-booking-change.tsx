import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { refreshBookings } from '#web/api/bookings.ts'
import { usePerson } from '#web/session/use-person.ts'
import { AddToCalendar } from '#web/ui/appointment/AddToCalendar.tsx'
import { CancellationTerms } from '#web/ui/appointment/CancellationTerms.tsx'
import { isMovable, useMoveEntry } from '#web/ui/appointment/move-entry.ts'
import { nameOf } from '#web/ui/appointment/whose.ts'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'

const useDialogs = loadWhenIdle(() => import('./dialogs.tsx'))

/** Opens the dialog of a change to one of `bookings`: of a button, or the move that a link asks for. The page renders
 *  `dialog`, outside of the list, which the last appointment takes with it. `onLost` is called where the focus can't go
 *  back: after an appointment was cancelled, whose row is gone, and after a link. */
export function useBookingChange(
  bookings: Booking[],
  onLost: () => void,
): { openChange: ChangeHandler; dialog: ReactNode } {
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

/** What a patient can still do with an upcoming appointment, in one line: move it, cancel it, add it to a calendar, ask
 *  for an earlier time. */
export function ChangeButtons({ booking, onChange }: ChangeButtonsProps) {
  const person = usePerson()
  const of = nameOf(booking, person)
  const state = booking.changes?.state
  const button = 'text-link min-h-11 px-1 md:min-h-9 md:px-2'
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4 phone:mt-1">
      <span className="-ml-1 flex flex-wrap gap-x-1 md:-ml-2">
        {isMovable(booking) && (
          <button type="button" className={button} aria-label={`Move ${of}`} onClick={() => onChange('move', booking)}>
            Move
          </button>
        )}
        {state === 'changeable' && (
          <button
            type="button"
            className={button}
            aria-label={`Cancel ${of}`}
            onClick={() => onChange('cancel', booking)}
          >
            Cancel
          </button>
        )}
        <AddToCalendar appointment={booking} label="Calendar" of={of} className={button} />
        {isMovable(booking) && (
          <button
            type="button"
            className={button}
            aria-label={`Earlier time: ${of}`}
            onClick={() => onChange('wait', booking)}
          >
            Earlier time
          </button>
        )}
      </span>
      <CancellationTerms
        changes={booking.changes}
        className={state === 'changeable' ? 'text-quiet text-sm' : 'md:text-sm'}
      />
    </span>
  )
}
