import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { availableOn } from '#web/api/treatments.ts'

/** Shorter, and a pointer on its way across the month would ask for each day that it passes. */
const restMs = 80

/** Fetches the free times of days that may be chosen next, unless they are known. */
export function useFetchAhead() {
  const client = useQueryClient()
  return useMemo(() => {
    const fetch = (day: IsoDate) => void client.prefetchQuery(availableOn(day))
    let resting: number | undefined
    return {
      fetch,
      /** The pointer or the focus is on `day`: fetches it if it stays there. */
      rest: (day: IsoDate) => {
        window.clearTimeout(resting)
        resting = window.setTimeout(fetch, restMs, day)
      },
      leave: () => window.clearTimeout(resting),
    }
  }, [client])
}
