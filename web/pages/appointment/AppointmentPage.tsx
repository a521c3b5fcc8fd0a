import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect } from 'react'
import { addDays } from '#contract/clinic-date.ts'
import { pages } from '#contract/pages.ts'
import { availableOn } from '#web/api/queries.ts'
import { publicPage } from '#web/public-page.ts'
import { AppointmentTop } from './AppointmentTop.tsx'
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
      <AppointmentTop
        summary={<DaySummary day={day} today={today} treatments={data} onChoose={chooseDay} />}
        calendar={
          <DayCalendar day={chosen} today={today} onChoose={chooseDay} onRest={ahead.rest} onLeave={ahead.leave} />
        }
      />
      <Treatments day={day} treatments={data} error={error} onRetry={refetch} />
    </>
  )
}
