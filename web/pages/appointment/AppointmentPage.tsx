import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { bookingsOf } from '#web/api/bookings.ts'
import { usePerson } from '#web/session/use-person.ts'
import { useChosenDay, useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { AppointmentTop } from './AppointmentTop.tsx'
import { AppointmentWaiting, CalendarSkeleton } from './AppointmentWaiting.tsx'
import { BookedStrip } from './BookedStrip.tsx'
import { DaySummary } from './day/DaySummary.tsx'
import { useBookingEntry } from './dialog/use-booking-entry.ts'
import { Treatments } from './Treatments.tsx'
import { useDay } from './use-day.ts'
import { usePrefetchDays } from './use-prefetch-days.ts'

const useCalendar = loadLater(() => import('./day/DayCalendar.tsx'))

/** Shown while the session loads. */
export const waiting = <AppointmentWaiting />

export default function AppointmentPage() {
  const person = usePerson()
  const today = useClinicToday()
  const [chosen, chooseDay] = useChosenDay(today)
  // The calendar marks a day at once; its free times follow.
  const day = useDeferredValue(chosen)
  const { treatments, error, isSuccess, refetch, isFull, isExplained, overview, next } = useDay(day)
  const { data: bookings } = useQuery(bookingsOf(person.email))
  const [booked, setBooked] = useState<Booking>()
  const { treatmentId: inDialog } = useBookingEntry()
  const times = useRef<HTMLHeadingElement>(null)
  const prefetch = usePrefetchDays()
  const chooseInCalendar = useScrollToTimes(chooseDay, times)
  const calendar = useCalendar()

  useEffect(() => {
    if (isSuccess) prefetch.now(addDays(day, 1))
  }, [prefetch, day, isSuccess])

  function closeStrip() {
    times.current?.focus({ preventScroll: true })
    setBooked(undefined)
  }

  // The pressed button goes with the day, so the focus moves first.
  const chooseNext = useCallback(
    (next: IsoDate) => {
      times.current?.focus({ preventScroll: true })
      chooseDay(next)
    },
    [chooseDay],
  )

  const summary = { day, today, treatments: isExplained ? treatments : undefined, overview, onChoose: chooseDay }
  const picker = { day: chosen, today, onChoose: chooseInCalendar, onRest: prefetch.onRest, onLeave: prefetch.onLeave }
  return (
    <>
      <AppointmentTop
        summary={<DaySummary {...summary} next={isFull ? next?.first : undefined} />}
        calendar={calendar ? <calendar.DayCalendar {...picker} /> : <CalendarSkeleton />}
      />
      {booked && !inDialog && <BookedStrip key={booked._id} booking={booked} onClose={closeStrip} />}
      <Treatments
        {...{ day, treatments, bookings, error, refetch }}
        next={next?.of}
        onBooked={setBooked}
        onChoose={chooseNext}
        heading={times}
      />
    </>
  )
}

/** Returns a function that chooses a day and, by pointer on a phone, scrolls to its times, which are below the window. By keyboard nothing
 *  moves. */
function useScrollToTimes(chooseDay: (day: IsoDate) => void, times: RefObject<HTMLElement | null>) {
  return useCallback(
    (day: IsoDate, byPointer: boolean) => {
      chooseDay(day)
      if (!byPointer || !matchMedia('(width < 48rem)').matches) return
      const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
      times.current?.scrollIntoView({ behavior: isReduced ? 'auto' : 'smooth' })
    },
    [chooseDay, times],
  )
}
