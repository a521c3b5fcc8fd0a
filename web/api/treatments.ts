import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type MonthOverview, monthOverview, receivedNextFree } from '#contract/calendar/month.ts'
import { formatMediumDate, type IsoDate, type IsoMonth, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { namedTreatment, receivedDoctorTimes, receivedTreatment } from '#contract/treatment.ts'
import { call } from './http/call.ts'

const availableKey = ['available']

/** The clinic's services, which are also the specialties of doctors. */
export const services = queryOptions({
  queryKey: ['services'],
  queryFn: () => call('GET /service', z.array(namedTreatment)),
  staleTime: 60_000,
})

/** The treatments with the slots still free on `date`. Refetched every minute, because slots pass and others book. */
export function availableOn(date: IsoDate) {
  return queryOptions({
    queryKey: [...availableKey, date],
    queryFn: () => call('GET /available', z.array(receivedTreatment), { query: { date: formatMediumDate(date) } }),
    staleTime: 20_000,
    refetchInterval: 60_000,
  })
}

/** What a patient can expect of a day. */
export type DayOverview = Omit<MonthOverview['days'][number], 'date'>

/** The days of a month that can be chosen, by date in the medium format. */
export function overviewOfMonth(month: IsoMonth) {
  return queryOptions({
    queryKey: [...availableKey, 'month', month],
    queryFn: async (): Promise<Record<string, DayOverview>> => {
      const { days } = await call('GET /available/month', monthOverview, { query: { month } })
      return Object.fromEntries(days.map(({ date, ...day }) => [date, day]))
    },
    staleTime: 60_000,
    refetchInterval: 60_000,
  })
}

/** The first day with a free time on `date` or later: `of` each treatment by its id, and the `first` of all, null if
 *  there is none. */
export function nextFreeFrom(date: IsoDate) {
  return queryOptions({
    queryKey: [...availableKey, 'next', date],
    queryFn: async () => {
      const treatments = await call('GET /available/next', z.array(receivedNextFree), {
        query: { date: formatMediumDate(date) },
      })
      const days = treatments.flatMap(({ _id, date = '' }) => {
        const day = parseMediumDate(date)
        return day ? [{ _id, day }] : []
      })
      const first = days.map(({ day }) => day).sort()[0] ?? null
      return { of: new Map(days.map(({ _id, day }) => [_id, day])), first }
    },
    staleTime: 20_000,
  })
}

/** The doctors who are free for a treatment on `date`, with their free slots. Not refetched while they are shown, so
 *  that nothing moves. */
export function doctorsOn(date: IsoDate, treatmentId: string) {
  const query = { date: formatMediumDate(date), treatment: treatmentId }
  return queryOptions({
    queryKey: [...availableKey, date, 'doctors', treatmentId],
    queryFn: () => call('GET /available/doctors', z.array(receivedDoctorTimes), { query }),
    staleTime: 20_000,
    refetchOnWindowFocus: false,
  })
}

/** Refetches the free slots and the doctors who are free. */
export const refreshAvailability = (client: QueryClient) => client.invalidateQueries({ queryKey: availableKey })
