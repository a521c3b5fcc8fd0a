import { useQuery } from '@tanstack/react-query'
import { addDays, formatMediumDate, type IsoDate, monthOf } from '#contract/kit/time/clinic-date.ts'
import { availableOn, nextFreeFrom, overviewOfMonth } from '#web/api/treatments.ts'

/** Returns what is known of a day. `treatments`, with their free slots, wait for the `overview` if none is free, because it says whether the
 *  clinic is closed. `next` is requested only if a treatment has no free slot. */
export function useDay(day: IsoDate) {
  const { data, error, isSuccess, refetch } = useQuery(availableOn(day))
  const { data: month, isPending } = useQuery(overviewOfMonth(monthOf(day)))
  const isFull = data?.every(({ slots }) => slots.length === 0) ?? false
  const isMissing = data?.some(({ slots }) => slots.length === 0) ?? false
  const { data: next } = useQuery({ ...nextFreeFrom(addDays(day, 1)), enabled: isMissing })
  const overview = month?.[formatMediumDate(day)]
  return { treatments: data, error, isSuccess, refetch, isFull, isExplained: !isFull || !isPending, overview, next }
}
