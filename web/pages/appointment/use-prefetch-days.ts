import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { availableOn } from '#web/api/treatments.ts'

/** Long enough to ignore the days that a pointer passes on its way across the month. */
const restMs = 80

/** Prefetches the free times of days that may be chosen next. */
export function usePrefetchDays() {
  const client = useQueryClient()
  return useMemo(() => {
    const now = (day: IsoDate) => void client.prefetchQuery(availableOn(day))
    let timer: number | undefined
    return {
      now,
      /** The pointer or the focus is on `day`: prefetches it if it stays there. */
      onRest: (day: IsoDate) => {
        window.clearTimeout(timer)
        timer = window.setTimeout(now, restMs, day)
      },
      onLeave: () => window.clearTimeout(timer),
    }
  }, [client])
}
