import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect } from 'react'
import { addDays } from '#contract/clinic-date.ts'
import { pages } from '#contract/pages.ts'
import { availableOn } from '#web/api/queries.ts'
import { publicPage } from '#web/public-page.ts'
import { useChosenDay, useClinicToday } from './chosen-day.ts'
import { DayCalendar } from './DayCalendar.tsx'
import { DaySummary } from './DaySummary.tsx'
import { Treatments } from './Treatments.tsx'
import { useFetchAhead } from './use-fetch-ahead.ts'

export const meta = () =>
  publicPage(
    pages.appointment,
    'Appointment',
    'Choose a day, see which times are free and what each treatment costs, and book.',
  )

export default function AppointmentPage() {
  const today = useClinicToday()
  const [chosen, chooseDay] = useChosenDay(today)
  // The calendar marks a day at once; what there is on it follows.
  const day = useDeferredValue(chosen)
  const { data, error, isSuccess, refetch } = useQuery(availableOn(day))
  const ahead = useFetchAhead()

  useEffect(() => {
    if (isSuccess) ahead.fetch(addDays(day, 1))
  }, [ahead, day, isSuccess])

  return (
    <>
      <section className="bg-base-200">
        <div className="shell grid items-center gap-8 py-12 md:grid-cols-[auto_1fr] md:gap-12 lg:gap-20">
          {/* The heading is first for whoever goes by it, and the calendar comes next, also by keyboard. */}
          <DaySummary day={day} today={today} treatments={data} />
          <div className="order-first justify-self-center rounded-box border border-base-300 bg-base-100 p-3 shadow-float sm:p-6">
            <DayCalendar day={chosen} today={today} onChoose={chooseDay} onRest={ahead.rest} onLeave={ahead.leave} />
          </div>
        </div>
      </section>
      <Treatments day={day} treatments={data} error={error} onRetry={refetch} />
    </>
  )
}
