import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { Booking } from '#contract/booking.ts'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { bookingsOf } from '#web/api/bookings.ts'
import { availableOn, nextFreeDay } from '#web/api/treatments.ts'
import { pageMeta } from '#web/app/meta.ts'
import { usePerson } from '#web/session/guard/use-person.ts'
import { useChosenDay, useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { AppointmentTop } from './AppointmentTop.tsx'
import { AppointmentWaiting, CalendarSkeleton } from './AppointmentWaiting.tsx'
import { BookedStrip } from './booked/BookedStrip.tsx'
import { DaySummary } from './day/DaySummary.tsx'
import { useBookingEntry } from './dialog/use-booking-entry.ts'
import { Treatments } from './Treatments.tsx'
import { useFetchAhead } from './use-fetch-ahead.ts'

const useCalendar = loadLater(() => import('./day/DayCalendar.tsx'))

/** The guard around the page shows `waiting` until it knows who is signed in. */
export const handle = { waiting: <AppointmentWaiting /> }

const daysToLookAhead = 14
const belowTheCalendar = '(width < 48rem)'
const lessMotion = '(prefers-reduced-motion: reduce)'

export const meta = pageMeta

export default function AppointmentPage() {
  const person = usePerson()
  const today = useClinicToday()
  const [chosen, chooseDay] = useChosenDay(today)
  // The calendar marks a day at once; its free times follow.
  const day = useDeferredValue(chosen)
  const { data, error, isSuccess, refetch } = useQuery(availableOn(day))
  const isFull = data?.every(({ slots }) => slots.length === 0) ?? false
  const { data: next } = useQuery({ ...nextFreeDay(day, daysToLookAhead), enabled: isFull })
  const { data: bookings } = useQuery(bookingsOf(person.email))
  const [booked, setBooked] = useState<Booking>()
  const { treatmentId: inDialog } = useBookingEntry()
  const times = useRef<HTMLHeadingElement>(null)
  const ahead = useFetchAhead()
  const calendar = useCalendar()

  useEffect(() => {
    if (isSuccess) ahead.fetch(addDays(day, 1))
  }, [ahead, day, isSuccess])

  // On a phone the times are below the window. With the keyboard one stays in the calendar.
  const choose = useCallback(
    (wanted: IsoDate, byPointer: boolean) => {
      chooseDay(wanted)
      if (byPointer && matchMedia(belowTheCalendar).matches) {
        times.current?.scrollIntoView({ behavior: matchMedia(lessMotion).matches ? 'auto' : 'smooth' })
      }
    },
    [chooseDay],
  )

  function closeStrip() {
    times.current?.focus({ preventScroll: true })
    setBooked(undefined)
  }

  return (
    <>
      <AppointmentTop
        summary={
          <DaySummary day={day} today={today} treatments={data} next={isFull ? next : undefined} onChoose={chooseDay} />
        }
        calendar={
          calendar ? (
            <calendar.DayCalendar
              day={chosen}
              today={today}
              onChoose={choose}
              onRest={ahead.rest}
              onLeave={ahead.leave}
            />
          ) : (
            <CalendarSkeleton />
          )
        }
      />
      {booked && !inDialog && <BookedStrip key={booked._id} booking={booked} onClose={closeStrip} />}
      <Treatments
        day={day}
        treatments={data}
        bookings={bookings}
        error={error}
        onRetry={refetch}
        onBooked={setBooked}
        heading={times}
      />
    </>
  )
}
