import { queryOptions } from '@tanstack/react-query'
import type { VisitReason } from '#contract/calendar/visit-reason.ts'
import { formatMediumDate, type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { receivedSoonTimes } from '#contract/soon.ts'
import { call } from './http/call.ts'
import { availableKey, type Filter, keyOf } from './treatments.ts'

/** What the next free times are asked for. `reason`: those of the treatments for it. `from`: not before that day. */
export type SoonFilter = Filter & { reason?: VisitReason | undefined; from?: IsoDate | undefined }

/** The next free times over all days, with the days parsed. */
export function soonFor({ reason, from, ...filter }: SoonFilter) {
  return queryOptions({
    queryKey: [...availableKey, 'soon', reason ?? '', from ?? '', ...keyOf(filter)],
    queryFn: async () => {
      const query = { reason, date: from && formatMediumDate(from), ...filter }
      const times = await call('GET /available/soon', receivedSoonTimes, { query })
      return times.flatMap(({ date, ...time }) => {
        const day = parseMediumDate(date)
        return day ? [{ ...time, day }] : []
      })
    },
    staleTime: 20_000,
    refetchInterval: 60_000,
  })
}
