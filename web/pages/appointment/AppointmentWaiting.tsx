import { Bar } from '#web/components/state/Bar.tsx'
import { AppointmentTop } from './AppointmentTop.tsx'
import { DaySummary } from './DaySummary.tsx'
import { TreatmentSkeletons } from './TreatmentCard.tsx'
import './calendar.css'

/** The screen before it is known who asks, and for which day. */
export function AppointmentWaiting() {
  return (
    <>
      <AppointmentTop
        summary={<DaySummary />}
        calendar={
          <div className="calendar" aria-hidden="true">
            <div className="calendar-waiting skeleton rounded-field" />
          </div>
        }
      />
      <section className="shell pt-16">
        <p role="status" className="sr-only">
          Checking who is signed in
        </p>
        <div className="text-2xl">
          <Bar width="w-4/5 max-w-text" />
        </div>
        <TreatmentSkeletons />
      </section>
    </>
  )
}
