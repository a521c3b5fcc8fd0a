import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pages } from '#contract/site/pages.ts'
import { bookingsOf } from '#web/api/bookings.ts'

const staleTimeMs = 10_000

/** Prefetches the bookings of `patient` when the pointer or the focus reaches any link to their list. */
export function usePrefetchBookings(client: QueryClient, patient: string): void {
  useEffect(() => {
    const prefetch = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest(`a[href="${pages.dashboard}"]`)) return
      void client.prefetchQuery({ ...bookingsOf(patient), staleTime: staleTimeMs })
    }
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('pointerover', prefetch, { signal })
    document.addEventListener('focusin', prefetch, { signal })
    return () => controller.abort()
  }, [client, patient])
}
