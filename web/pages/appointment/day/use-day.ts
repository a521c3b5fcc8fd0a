import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { addDays, formatMediumDate, type IsoDate, monthOf, readIsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Offer } from '#contract/offer.ts'
import type { Treatment } from '#contract/treatment.ts'
import { availableOn, nextFreeFrom, overviewOfMonth } from '#web/api/treatments.ts'
import { dayAskedFor } from '#web/ui/appointment/chosen-day.ts'
import type { Choice } from '../find/use-choice.ts'

/** Returns what is known of a day. `treatments`, with their free slots, wait for the `overview` if none is free,
 *  because it says whether the clinic is closed. `next` is requested only if a treatment has no free slot. */
export function useDay(day: IsoDate, { offer, isSettled, doctor, filter }: Choice) {
  const { data: all, error, isSuccess, refetch } = useQuery(availableOn(day, filter.doctor))
  const { data: month, isPending } = useQuery(overviewOfMonth(monthOf(day), filter))
  const data = useMemo(
    () => (isSettled ? all?.filter(({ _id }) => !doctor || isPerformedBy(offer, _id, doctor._id)) : undefined),
    [all, isSettled, doctor, offer],
  )
  const isFull = data?.every(isFullyBooked) ?? false
  const isMissing = data?.some(isFullyBooked) ?? false
  const { data: next } = useQuery({ ...nextFreeFrom(addDays(day, 1), filter), enabled: isMissing })
  const overview = month?.[formatMediumDate(day)]
  return { treatments: data, error, isSuccess, refetch, isFull, isExplained: !isFull || !isPending, overview, next }
}

/** Tells whether a treatment has no free time. */
export const isFullyBooked = ({ slots }: Treatment) => slots.length === 0

/** Returns the day that the address asks for, if it can't be booked: the page is on today instead. */
export function useOtherDay(day: IsoDate, today: IsoDate): IsoDate | undefined {
  const [params] = useSearchParams()
  const asked = readIsoDate(params.get('date') ?? '')
  return asked === dayAskedFor(params, today) || day !== today ? undefined : asked
}

function isPerformedBy(offer: Offer | undefined, treatmentId: string, doctorId: string) {
  return offer?.treatments.find(({ _id }) => _id === treatmentId)?.doctorIds.includes(doctorId) ?? false
}
