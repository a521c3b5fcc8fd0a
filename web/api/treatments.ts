import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { addDays, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { availableDoctor, namedTreatment, treatment } from '#contract/treatment.ts'
import { call } from './http/call.ts'

const availableKey = ['available']

/** The clinic's services, which are also the specialties of doctors. */
export const services = queryOptions({
  queryKey: ['services'],
  queryFn: () => call(z.array(namedTreatment), '/service'),
  staleTime: 60_000,
})

/** The treatments with the slots still free on `date`. Refetched every minute, because slots pass and others book. */
export function availableOn(date: IsoDate) {
  return queryOptions({
    queryKey: [...availableKey, date],
    queryFn: () => call(z.array(treatment), `/available?date=${encodeURIComponent(formatMediumDate(date))}`),
    staleTime: 20_000,
    refetchInterval: 60_000,
  })
}

/** The first day with free times among the `daysAhead` days after `date`; null if there is none. Caches the days that it checks. */
export function nextFreeDay(date: IsoDate, daysAhead: number) {
  return queryOptions({
    queryKey: [...availableKey, date, 'next'],
    queryFn: async ({ client }) => {
      for (let days = 1; days <= daysAhead; days += 1) {
        const day = addDays(date, days)
        const treatments = await client.fetchQuery(availableOn(day))
        if (treatments.some(({ slots }) => slots.length > 0)) return day
      }
      return null
    },
    staleTime: 20_000,
  })
}

/** The doctors who are free for a treatment on `date`, with their free slots. Not refetched while they are shown, so that nothing moves. */
export function doctorsOn(date: IsoDate, treatmentId: string) {
  const query = new URLSearchParams({ date: formatMediumDate(date), treatment: treatmentId })
  return queryOptions({
    queryKey: [...availableKey, date, 'doctors', treatmentId],
    queryFn: () => call(z.array(availableDoctor), `/available/doctors?${query}`),
    staleTime: 20_000,
    refetchOnWindowFocus: false,
  })
}

/** Refetches the free slots and the doctors who are free. */
export const refreshAvailability = (client: QueryClient) => client.invalidateQueries({ queryKey: availableKey })
