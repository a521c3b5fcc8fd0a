import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { pages } from '#contract/site/pages.ts'

const entry = z.object({ move: z.string() })

/** Properties of a link to My Appointments that opens the dialog to move an appointment. */
export function moveLink({ _id }: Pick<Booking, '_id'>) {
  return { to: pages.dashboard, state: { move: _id } satisfies z.infer<typeof entry> }
}

/** The appointment that such a link names, and a function that forgets it, so that a reload does not ask again. */
export function useMoveEntry() {
  const { state } = useLocation()
  const navigate = useNavigate()
  return {
    moveId: entry.safeParse(state).data?.move,
    forget: () => void navigate('.', { replace: true, state: null, preventScrollReset: true }),
  }
}

/** Tells whether a patient can move an appointment. */
export function isMovable({ changes }: Pick<Booking, 'changes'>): boolean {
  return (changes?.state === 'changeable' || changes?.state === 'too-late') && !changes.movesByPhone
}
