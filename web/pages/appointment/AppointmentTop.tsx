import type { ReactNode } from 'react'

/** The upper half of the screen: the calendar, and the chosen day in words beside it. */
export function AppointmentTop({ summary, calendar }: { summary: ReactNode; calendar: ReactNode }) {
  return (
    <section className="bg-base-200">
      <div className="shell flex flex-col gap-8 py-12 md:flex-row md:flex-wrap md:items-center md:gap-12 lg:gap-20">
        {/* The heading is first for whoever goes by it, and the calendar comes next, also by keyboard. */}
        {summary}
        <div className="order-first self-center rounded-box border border-base-300 bg-base-100 p-3 shadow-float sm:p-6">
          {calendar}
        </div>
      </div>
    </section>
  )
}
