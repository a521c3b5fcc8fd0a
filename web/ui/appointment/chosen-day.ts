import { startTransition, useCallback, useOptimistic, useSyncExternalStore } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { addDays, clinicMinutes, clinicToday, type IsoDate, readIsoDate } from '#contract/kit/time/clinic-date.ts'
import { clinic } from '#web/clinic.ts'
import { onServerTime, serverNow } from '#web/server-clock.ts'
import { nextFrame } from '#web/ui/feedback/load-later.ts'

/** Returns the clinic's current day and updates it at midnight. */
export function useClinicToday(): IsoDate {
  return useSyncExternalStore(whenTimePasses, currentDay, currentDay)
}

/** Returns the clinic's current day. */
export function currentDay(): IsoDate {
  return clinicToday(serverNow(), clinic.timeZone)
}

/** Returns the minutes since midnight on the clinic's clock. */
export function useClinicMinutes(): number {
  return useSyncExternalStore(whenTimePasses, currentMinutes, currentMinutes)
}

function currentMinutes(): number {
  return clinicMinutes(serverNow(), clinic.timeZone)
}

/** Returns the last day that can be booked. */
export function lastBookableDay(today: IsoDate): IsoDate {
  return addDays(today, clinic.horizonDays)
}

/** The chosen day, stored in the address. Without one, or if it can't be booked, the clinic's `today`. */
export function useChosenDay(today: IsoDate): [IsoDate, (day: IsoDate) => void] {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [requested, showRequested] = useOptimistic(readIsoDate(params.get('date') ?? ''))
  const choose = useCallback(
    (day: IsoDate) =>
      startTransition(async () => {
        showRequested(day)
        await nextFrame()
        await navigate({ search: withDay(params, day) }, { replace: true, preventScrollReset: true })
      }),
    [navigate, params, showRequested],
  )
  return [bookableDay(requested, today), choose]
}

/** Returns the day that the query of an address asks for. Without one, or if it can't be booked, `today`. */
export function dayAskedFor(params: URLSearchParams, today: IsoDate): IsoDate {
  return bookableDay(readIsoDate(params.get('date') ?? ''), today)
}

function bookableDay(requested: IsoDate | undefined, today: IsoDate): IsoDate {
  return requested && requested > today && requested <= lastBookableDay(today) ? requested : today
}

/** Returns the query of an address with another day; what else it asks for stays. */
export function withDay(params: URLSearchParams, day: IsoDate): string {
  const next = new URLSearchParams(params)
  next.set('date', day)
  return `?${next}`
}

function whenTimePasses(run: () => void): () => void {
  const timer = setInterval(run, 5000)
  document.addEventListener('visibilitychange', run)
  const forget = onServerTime(run)
  return () => {
    clearInterval(timer)
    forget()
    document.removeEventListener('visibilitychange', run)
  }
}

/** Returns the time, every minute anew, if `date` is today. */
export function useNowOn(date: IsoDate | undefined): Date | undefined {
  const today = useClinicToday()
  useClinicMinutes()
  return date === today ? serverNow() : undefined
}
