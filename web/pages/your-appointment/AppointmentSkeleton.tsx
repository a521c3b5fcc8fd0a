import { Bar } from '#web/ui/feedback/Bar.tsx'
import { card } from './Facts.tsx'

/** Placeholder for the page while the appointment loads. */
export function AppointmentSkeleton() {
  return (
    <>
      <h1 className="page-title">Your appointment</h1>
      <p role="status" className="sr-only">
        Loading your appointment
      </p>
      <div className={card} aria-hidden="true">
        <div className="text-xl leading-snug">
          <Bar width="w-3/5" />
          <Bar width="w-4/5" />
        </div>
        <div className="mt-2">
          <Bar width="w-2/5" />
        </div>
        <div className="mt-4 border-base-300 border-t pt-4">
          <Bar width="w-2/5" />
          <Bar width="w-3/5" />
        </div>
      </div>
    </>
  )
}
