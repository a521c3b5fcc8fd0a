import type { ReactNode } from 'react'
import { Bar } from '#web/ui/feedback/Bar.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { AppointmentTop } from './AppointmentTop.tsx'
import { DaySummary } from './day/DaySummary.tsx'
import { TreatmentSkeletons } from './TreatmentCard.tsx'
import './day/calendar.css'

/** The page while the session loads: its skeleton with a spinner, so that nothing moves when the page is shown. */
export function AppointmentWaiting() {
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
      <section className="shell pt-8">
        <div className="text-xl md:text-2xl">
          <Bar width="w-4/5 max-w-text" />
        </div>
        <TreatmentSkeletons />
      </section>
    </>
  )
}

/** Placeholder for the calendar, at its size. */
export function CalendarSkeleton({ children }: { children?: ReactNode }) {
  return (
    <div className="calendar relative">
      <div className="calendar-waiting skeleton rounded-field" aria-hidden="true" />
      {children}
    </div>
  )
}
