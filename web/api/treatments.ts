import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type MonthOverview, monthOverview, receivedNextFree } from '#contract/calendar/month.ts'
import { formatMediumDate, type IsoDate, type IsoMonth, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { namedTreatment, receivedDoctorTimes, receivedTreatment } from '#contract/treatment.ts'
import { call } from './http/call.ts'

/** Key of the queries about free times. */
export const availableKey = ['available']

/** The clinic's services, which are also the specialties of doctors. */
export const services = queryOptions({
  queryKey: ['services'],
  queryFn: () => call('GET /service', z.array(namedTreatment)),
  staleTime: 60_000,
})

/** Whose free times are asked for: ids of a treatment and of a dentist. Each is optional. */
export type Filter = { treatment?: string | undefined; doctor?: string | undefined }

/** Returns the part of a query's key that tells filters apart. */
export const keyOf = ({ treatment = '', doctor = '' }: Filter) => [treatment, doctor]

/** The treatments with the slots still free on `date`, for any dentist or one. Refetched every minute, because slots
 *  pass and others book. */
export function availableOn(date: IsoDate, doctor?: string) {
  const query = { date: formatMediumDate(date), doctor }
  return queryOptions({
    queryKey: [...availableKey, date, ...(doctor === undefined ? [] : ['of', doctor])],
    queryFn: () => call('GET /available', z.array(receivedTreatment), { query }),
    staleTime: 20_000,
    refetchInterval: 60_000,
  })
}

/** What a patient can expect of a day. */
export type DayOverview = Omit<MonthOverview['days'][number], 'date'>

/** The days of a month that can be chosen, by date in the medium format. A day without a time of the filter is full. */
export function overviewOfMonth(month: IsoMonth, filter: Filter = {}) {
  return queryOptions({
    queryKey: [...availableKey, 'month', month, ...keyOf(filter)],
    queryFn: async (): Promise<Record<string, DayOverview>> => {
      const { days } = await call('GET /available/month', monthOverview, { query: { month, ...filter } })
      return Object.fromEntries(days.map(({ date, ...day }) => [date, day]))
    },
    staleTime: 60_000,
    refetchInterval: 60_000,
  })
}

/** The first day with a free time on `date` or later: `of` each treatment by its id, and the `first` of all, null if
 *  there is none. */
export function nextFreeFrom(date: IsoDate, filter: Filter = {}) {
  return queryOptions({
    queryKey: [...availableKey, 'next', date, ...keyOf(filter)],
    queryFn: async () => {
      const treatments = await call('GET /available/next', z.array(receivedNextFree), {
        query: { date: formatMediumDate(date), ...filter },
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
