import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pages } from '#contract/site/pages.ts'
import { bookingsOf } from '#web/api/bookings.ts'

const toList = `a[href="${pages.dashboard}"]`
const fresh = 10_000

/** Fetches the appointments of `patient` when the pointer or the focus comes to a link to them, wherever on the page it is. */
export function useListAhead(client: QueryClient, patient: string): void {
  useEffect(() => {
    const prefetch = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest(toList)) return
      void client.prefetchQuery({ ...bookingsOf(patient), staleTime: fresh })
    }
    document.addEventListener('pointerover', prefetch)
    document.addEventListener('focusin', prefetch)
    return () => {
      document.removeEventListener('pointerover', prefetch)
      document.removeEventListener('focusin', prefetch)
    }
  }, [client, patient])
}
