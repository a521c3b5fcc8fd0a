import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSearchParams } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import type { VisitReason } from '#contract/calendar/visit-reason.ts'
import { addDays, type IsoDate, monthOf, readIsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Offer } from '#contract/offer.ts'
import type { Treatment } from '#contract/treatment.ts'
import { bookingsOf } from '#web/api/bookings.ts'
import { offer } from '#web/api/offer.ts'
import { availableOn, nextFreeFrom, overviewOfMonth } from '#web/api/treatments.ts'
import type { Beginning } from '#web/session/beginning.ts'
import { usePerson } from '#web/session/use-person.ts'
import { currentDay, dayAskedFor, useChosenDay, useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { Bar } from '#web/ui/feedback/Bar.tsx'
import { loadLater, whenIdle } from '#web/ui/feedback/load-later.ts'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { DaySummary } from './day/DaySummary.tsx'
import { isFullyBooked, useDay, useOtherDay } from './day/use-day.ts'
import { useBookingEntry } from './dialog/use-booking-entry.ts'
import { type Choice, useChoice } from './find/use-choice.ts'
import { loadTimes } from './find/use-times.ts'
import { TreatmentSkeletons } from './TreatmentCard.tsx'
import { Treatments } from './Treatments.tsx'
import { useDialogs } from './use-dialogs.ts'
import '#web/ui/calendar/calendar.css'

const useCalendar = loadLater(() => import('#web/ui/calendar/DayCalendar.tsx'))

/** Shown while the session loads. */
export const waiting = <AppointmentWaiting />

/** Fetches the chosen day and its month. */
export async function prefetch({ client, person, query }: Beginning): Promise<void> {
  const day = dayAskedFor(query, currentDay())
  const bookings = client.prefetchQuery(bookingsOf(person.email))
  const offered = await client.fetchQuery(offer)
  const doctor = offered.doctors.find(({ _id }) => _id === query.get('doctor'))?._id
  const treatment = offered.treatments.find(({ _id }) => _id === query.get('treatment'))?._id
  // The two weeks of a phone can be in two months.
  const months = new Set([addDays(day, -6), day, addDays(day, 13)].map(monthOf))
  const [treatments] = await Promise.all([
    client.fetchQuery(availableOn(day, doctor)),
    ...[...months].map((month) => client.prefetchQuery(overviewOfMonth(month, { doctor }))),
    bookings,
  ])
  const [isFull, isMissing] = [treatments.every(isFullyBooked), treatments.some(isFullyBooked)]
  const asked = readIsoDate(query.get('date') ?? '')
  const isGone = asked !== undefined && asked !== day
  const from = day > currentDay() ? day : undefined
  await Promise.all([
    isMissing && client.prefetchQuery(nextFreeFrom(addDays(day, 1), { doctor })),
    (treatment || isFull || isGone) &&
      loadTimes().then(({ soonFor }) => client.prefetchQuery(soonFor({ treatment, doctor, from }))),
  ])
}

export default function AppointmentPage() {
  const person = usePerson()
  const today = useClinicToday()
  const [chosen, chooseDay] = useChosenDay(today)
  // The calendar marks a day at once; its free times follow.
  const day = useDeferredValue(chosen)
  const choice = useChoice()
  const { treatments, error, isSuccess, refetch, isFull, isExplained, overview, next } = useDay(day, choice)
  useFirstDayOf(choice.doctor ?? choice.treatment, isFull ? next?.first : undefined, chooseDay)
  const { reason, onReason, shown } = useReason(treatments, choice.offer)
  const { data: bookings } = useQuery(bookingsOf(person.email))
  const [booked, setBooked] = useState<Booking>()
  const { treatmentId: inDialog } = useBookingEntry()
  const times = useRef<HTMLHeadingElement>(null)
  const prefetch = usePrefetchDays(choice.filter.doctor)
  const chooseInCalendar = useScrollToTimes(chooseDay, times)
  const calendar = useCalendar()
  const dialogs = useDialogs(booked !== undefined)

  useEffect(() => {
    if (isSuccess) return whenIdle(() => prefetch.now(addDays(day, 1)))
  }, [prefetch, day, isSuccess])

  function closeStrip() {
    times.current?.focus({ preventScroll: true })
    setBooked(undefined)
  }

  // The pressed button goes with the day, so the focus moves first.
  const chooseNext = useCallback(
    (next: IsoDate, byPointer: boolean) => {
      times.current?.focus({ preventScroll: true })
      chooseInCalendar(next, byPointer)
    },
    [chooseInCalendar],
  )

  const otherDay = useOtherDay(day, today)
  // Without a next day, the summary says whom to call.
  const isFinished = isFull && treatments?.length !== 0 && next?.first !== null
  const soon = isFinished || otherDay ? { asked: otherDay, next: isFull ? next?.first : undefined } : undefined
  const summary = {
    ...{ day, today, overview, treatments: isExplained ? shown : undefined, isNarrowed: shown !== treatments },
    ...{ dentist: choice.doctor?.name, next: isFull ? next?.first : undefined, onChoose: chooseInCalendar },
  }
  const picker = {
    folds: true,
    day: chosen,
    today,
    filter: choice.filter,
    onChoose: chooseInCalendar,
    ...prefetch.pointer,
  }
  return (
    <>
      <AppointmentTop
        summary={<DaySummary {...summary} />}
        calendar={calendar ? <calendar.DayCalendar {...picker} /> : <CalendarSkeleton />}
      />
      {booked && !inDialog && dialogs && <dialogs.BookedStrip key={booked._id} booking={booked} onClose={closeStrip} />}
      <Treatments
        {...{ day, treatments, shown, reason, onReason, bookings, error, refetch, choice, soon }}
        next={next?.of}
        from={day > today ? day : undefined}
        onBooked={setBooked}
        onChoose={chooseNext}
        heading={times}
      />
    </>
  )
}

/** What the patient needs, and the treatments that help for it; all without a reason. */
function useReason(treatments: Treatment[] | undefined, offer: Offer | undefined) {
  const [reason, onReason] = useState<VisitReason>()
  const helping = reason && offer?.treatments.filter(({ reasons }) => reasons.includes(reason))
  const shown = helping ? treatments?.filter(({ _id }) => helping.some((each) => each._id === _id)) : treatments
  return { reason, onReason, shown }
}

/** A link with a dentist, but without a day, opens on the first day on which the dentist is free. `next` is that day if
 *  nothing is free on the shown one. */
function useFirstDayOf(
  asked: Choice['doctor'] | Choice['treatment'],
  next: IsoDate | null | undefined,
  chooseDay: (day: IsoDate) => void,
) {
  const [params] = useSearchParams()
  const isLinked = asked !== undefined && !params.has('date')
  useEffect(() => {
    if (isLinked && next) chooseDay(next)
  }, [isLinked, next, chooseDay])
}

/** Returns a function that chooses a day and, by pointer on a phone, scrolls to its times, which are below the window.
 *  By keyboard nothing moves. */
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

/** Long enough to ignore the days that a pointer passes on its way across the month. */
const restMs = 80

/** Prefetches the free times of days that may be chosen next. */
function usePrefetchDays(doctor: string | undefined) {
  const client = useQueryClient()
  return useMemo(() => {
    const now = (day: IsoDate) => void client.prefetchQuery(availableOn(day, doctor))
    let timer: number | undefined
    return {
      now,
      pointer: {
        /** The pointer or the focus is on `day`: prefetches it if it stays there. */
        onRest: (day: IsoDate) => {
          window.clearTimeout(timer)
          timer = window.setTimeout(now, restMs, day)
        },
        onLeave: () => window.clearTimeout(timer),
      },
    }
  }, [client, doctor])
}

/** The upper part of the page: the calendar and the summary of the chosen day. Low, so that the first cards are in
 *  view. */
function AppointmentTop({ summary, calendar }: { summary: ReactNode; calendar: ReactNode }) {
  return (
    <section className="bg-base-200">
      <div className="shell flex flex-col gap-2 pt-2 pb-1 md:flex-row md:py-4 md:flex-wrap md:items-center md:gap-12 lg:gap-20">
        {/* Comes first in the document, for users who navigate by headings; the calendar comes first on the screen. */}
        {summary}
        <div className="order-first self-center max-md:rounded-box max-md:border max-md:border-base-300 max-md:bg-card max-md:px-2 max-md:py-1 max-md:shadow-float">
          {calendar}
        </div>
      </div>
    </section>
  )
}

/** The page while the session loads: its skeleton with a spinner, so that nothing moves when the page is shown. */
function AppointmentWaiting() {
  return (
    <>
      <AppointmentTop
        summary={<DaySummary />}
        calendar={
          <CalendarSkeleton>
            <Spinner label="Checking who is signed in" className="absolute inset-0" />
          </CalendarSkeleton>
        }
      />
      <section className="shell pt-2 md:pt-6">
        <div className="h-11 md:h-25 lg:h-11" />
        <div className="mt-1 text-base md:mt-6 md:text-2xl">
          <Bar width="w-4/5 max-w-text" />
        </div>
        <TreatmentSkeletons />
      </section>
    </>
  )
}

/** Placeholder for the calendar, at its size. */
function CalendarSkeleton({ children }: { children?: ReactNode }) {
  return (
    <div className="calendar calendar-folds relative">
      <div className="calendar-waiting skeleton rounded-field" aria-hidden="true" />
      {children}
    </div>
  )
}
