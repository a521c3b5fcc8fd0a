import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod/mini'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import { withDay } from '#web/ui/appointment/chosen-day.ts'

const text = z.optional(z.string())
const entry = z.object({ booking: z.string(), day: text, slot: text, doctor: text, patientId: text })

/** What the dialog begins with: the time that was pressed, and ids of the dentist and of the person whom it is for. */
export type Wanted = { slot?: string | undefined; doctor?: string | undefined; patientId?: string | undefined }

/** The open booking dialog as a history entry, so that Back closes it. `treatmentId` is undefined while it is closed.
 *  `day` is the dialog's. */
export function useBookingEntry() {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const { booking: treatmentId, day, slot, doctor, patientId } = entry.safeParse(state).data ?? {}
  const wanted: Wanted = { slot, doctor, patientId }

  /** Works from any page: the action of a toast may run after this one was left. */
  const open = useCallback(
    (id: string, day: IsoDate, wanted?: Wanted) => {
      const asked = new URLSearchParams(pathname === pages.appointment ? search : '')
      // The entry names it.
      asked.delete('time')
      return navigate(`${pages.appointment}${withDay(asked, day)}`, {
        state: { booking: id, day, ...wanted },
        preventScrollReset: true,
      })
    },
    [navigate, pathname, search],
  )
  const close = useCallback(() => navigate(-1), [navigate])
  return { treatmentId, day, wanted, open, close }
}
