import type { ReactNode } from 'react'
import { Bar } from '#web/ui/feedback/Bar.tsx'
import { AppointmentTop } from './AppointmentTop.tsx'
import { DaySummary } from './day/DaySummary.tsx'
import { TreatmentSkeletons } from './TreatmentCard.tsx'
import './day/calendar.css'

/** The page while the login guard loads: a spinner over its skeleton, so that nothing moves when the page takes its place. */
export function AppointmentWaiting() {
  return (
    <>
      <AppointmentTop
        summary={<DaySummary />}
        calendar={
          <CalendarSkeleton>
            <div role="status" className="absolute inset-0 grid place-content-center place-items-center gap-4">
              <span className="loading loading-spinner loading-lg" aria-hidden="true" />
              <span className="motion-safe:sr-only">Checking who is signed in</span>
            </div>
          </CalendarSkeleton>
        }
      />
      <section className="shell pt-8">
        <div className="text-xl md:text-2xl">
          <Bar width="w-4/5 max-w-text" />
        </div>
        <TreatmentSkeletons />
      </section>
    </>
  )
}

/** Stands in for the calendar, at its size. */
export function CalendarSkeleton({ children }: { children?: ReactNode }) {
  return (
    <div className="calendar relative">
      <div className="calendar-waiting skeleton rounded-field" aria-hidden="true" />
      {children}
    </div>
  )
}
