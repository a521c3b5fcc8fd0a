import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod/mini'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import { withDay } from '#web/ui/appointment/chosen-day.ts'

const entry = z.object({ booking: z.string(), day: z.optional(z.string()), slot: z.optional(z.string()) })

/** The open booking dialog as a history entry, so that Back closes it. `treatmentId` is undefined while it is closed.
 *  `day` is the dialog's, `slot` the time that was pressed, if any. */
export function useBookingEntry() {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const { booking: treatmentId, day, slot } = entry.safeParse(state).data ?? {}

  /** Works from any page: the action of a toast may run after this one was left. */
  const open = useCallback(
    (id: string, day: IsoDate, slot?: string) => {
      const asked = new URLSearchParams(pathname === pages.appointment ? search : '')
      // The entry names it.
      asked.delete('time')
      return navigate(`${pages.appointment}${withDay(asked, day)}`, {
        state: { booking: id, day, slot },
        preventScrollReset: true,
      })
    },
    [navigate, pathname, search],
  )
  const close = useCallback(() => navigate(-1), [navigate])
  return { treatmentId, day, slot, open, close }
}
