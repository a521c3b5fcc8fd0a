import { type ReactNode, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import type { Change, ChangeHandler } from './ChangeButtons.tsx'

const useMove = loadLater(() => import('./MoveDialog.tsx'), { waitForIdle: true })
const useCancel = loadLater(() => import('./CancelDialog.tsx'), { waitForIdle: true })

/** Opens the dialog of a change. The page renders `dialog`, outside of the list, which the last appointment takes with it. `onCancelled` is
 *  called after an appointment was cancelled, whose row is gone. */
export function useChange(onCancelled: () => void): { openChange: ChangeHandler; dialog: ReactNode } {
  const dialogs = { move: useMove()?.MoveDialog, cancel: useCancel()?.CancelDialog }
  const [open, setOpen] = useState<{ change: Change; booking: Booking }>()
  const Dialog = open && dialogs[open.change]
  const close = (isChanged: boolean) => {
    setOpen(undefined)
    if (isChanged && open?.change === 'cancel') onCancelled()
  }
  return {
    openChange: (change, booking) => setOpen({ change, booking }),
    dialog: Dialog && open ? <Dialog booking={open.booking} onClose={close} /> : null,
  }
}
