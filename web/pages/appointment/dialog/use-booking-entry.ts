import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod/mini'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'

const entry = z.object({ booking: z.string() })

/** The open booking dialog as a history entry, so that Back closes it. `treatmentId` is undefined while it is
 *  closed. */
export function useBookingEntry() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const treatmentId = entry.safeParse(state).data?.booking

  /** Works from any page: the action of a toast may run after this one was left. */
  const open = useCallback(
    (id: string, day: IsoDate) =>
      navigate(`${pages.appointment}?date=${day}`, { state: { booking: id }, preventScrollReset: true }),
    [navigate],
  )
  const close = useCallback(() => navigate(-1), [navigate])
  return { treatmentId, open, close }
}
