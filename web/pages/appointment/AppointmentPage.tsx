import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addDays, formatMediumDate } from '#contract/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { availableOn } from '#web/api/queries.ts'
import { LoadError } from '#web/components/LoadError.tsx'
import { pageTitle } from '#web/page-title.ts'
import { BookingModal } from './BookingModal.tsx'
import { useChosenDay, useClinicToday } from './chosen-day.ts'
import { DayCalendar } from './DayCalendar.tsx'
import { DaySummary } from './DaySummary.tsx'
import { TreatmentCard, TreatmentCardSkeleton } from './TreatmentCard.tsx'

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f']
const grid = 'mt-8 grid gap-6 md:grid-cols-2 lg:grid-cols-3'

export const meta = () => pageTitle('Appointment')

export default function AppointmentPage() {
  const today = useClinicToday()
  const [day, chooseDay] = useChosenDay(today)
  const [wanted, setWanted] = useState<Treatment>()
  const available = useQuery(availableOn(day))
  const client = useQueryClient()

  useEffect(() => {
    if (available.isSuccess) void client.prefetchQuery(availableOn(addDays(day, 1)))
  }, [client, day, available.isSuccess])

  return (
    <>
      <section className="bg-base-200">
        <div className="shell grid items-center gap-10 py-12 lg:flex lg:flex-wrap lg:gap-20">
          {/* The heading is first for whoever goes by it, and the calendar comes next, also by keyboard. */}
          <DaySummary day={day} today={today} treatments={available.data} />
          <div className="order-first justify-self-center rounded-box border border-base-300 bg-base-100 p-3 shadow-float sm:p-6">
            <DayCalendar day={day} today={today} onChoose={chooseDay} />
          </div>
        </div>
      </section>

      <section className="shell pt-16" aria-labelledby="available">
        <h2 id="available" aria-live="polite" className="text-2xl">
          Available Appointments on {formatMediumDate(day)}
        </h2>
        {available.isError && !available.data ? (
          <div className="mt-8">
            <LoadError what="The free times" error={available.error} onRetry={() => available.refetch()} />
          </div>
        ) : (
          <ul className={grid} aria-busy={available.isPending}>
            {available.data?.map((treatment) => (
              <TreatmentCard key={treatment._id} treatment={treatment} onBook={() => setWanted(treatment)} />
            )) ?? skeletons.map((name) => <TreatmentCardSkeleton key={name} />)}
          </ul>
        )}
      </section>

      {wanted && <BookingModal treatment={wanted} day={day} onClose={() => setWanted(undefined)} />}
    </>
  )
}
