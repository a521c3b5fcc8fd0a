import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { refreshBookings } from '#web/api/bookings.ts'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import type { Change, ChangeHandler } from './ChangeButtons.tsx'

const useMove = loadWhenIdle(() => import('./MoveDialog.tsx'))
const useCancel = loadWhenIdle(() => import('./CancelDialog.tsx'))

/** Opens the dialog of a change to one of `bookings`. The page renders `dialog`, outside of the list, which the last appointment takes with
 *  it. `onCancelled` is called after an appointment was cancelled, whose row is gone. */
export function useChange(
  bookings: Booking[],
  onCancelled: () => void,
): { openChange: ChangeHandler; dialog: ReactNode } {
  const client = useQueryClient()
  const [open, setOpen] = useState<{ change: Change; booking: Booking }>()
  const move = useMove(open?.change === 'move')
  const cancel = useCancel(open?.change === 'cancel')
  const dialogs = { move: move?.MoveDialog, cancel: cancel?.CancelDialog }
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
