import type { ReactNode } from 'react'
import type { LinkedAppointment } from '#contract/booking/appointment-link.ts'
import { clinic } from '#web/clinic.ts'
import { SlotTime, weekdayOfMedium } from '#web/ui/appointment/AppointmentTime.tsx'
import { Bar } from '#web/ui/feedback/Bar.tsx'

const card = 'mt-6 rounded-box border border-base-300 bg-card p-6 shadow-float sm:p-8'

/** When and where an appointment is, with `children` below. */
export function Facts({ appointment, children }: { appointment: LinkedAppointment; children?: ReactNode }) {
  const { date, slot, treatment, doctor, state } = appointment
  return (
    <section aria-label="Appointment" className={card}>
      <p className={`font-bold text-xl leading-snug ${state === 'cancelled' ? 'text-quiet' : ''}`}>
        {weekdayOfMedium(date)}, <span className="whitespace-nowrap">{date}</span>
        <span className="block">
          <SlotTime date={date} slot={slot} />
        </span>
      </p>
      <p className="mt-2 wrap-anywhere">
        {treatment}
        {doctor && ` with ${doctor}`}
      </p>
      <address className="mt-4 border-base-300 border-t pt-4 not-italic">
        <span className="block font-medium">{clinic.name}</span>
        <a href={clinic.mapLink} className="text-link wrap-anywhere">
          {clinic.address}
        </a>
      </address>
      {children}
    </section>
  )
}

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
