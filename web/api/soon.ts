import { queryOptions } from '@tanstack/react-query'
import type { VisitReason } from '#contract/calendar/visit-reason.ts'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { receivedSoonTimes } from '#contract/soon.ts'
import { call } from './http/call.ts'
import { availableKey, type Filter, keyOf } from './treatments.ts'

/** The next free times over all days, with the days parsed. `reason`: of the treatments for it. */
export function soonFor({ reason, ...filter }: Filter & { reason?: VisitReason | undefined }) {
  return queryOptions({
    queryKey: [...availableKey, 'soon', reason ?? '', ...keyOf(filter)],
    queryFn: async () => {
      const times = await call('GET /available/soon', receivedSoonTimes, { query: { reason, ...filter } })
      return times.flatMap(({ date, ...time }) => {
        const day = parseMediumDate(date)
        return day ? [{ ...time, day }] : []
      })
    },
    staleTime: 20_000,
    refetchInterval: 60_000,
  })
}
