import type { ReactNode } from 'react'

/** The upper part of the screen: the calendar, and the chosen day in words beside it. Low, so that the first cards are in view below it. */
export function AppointmentTop({ summary, calendar }: { summary: ReactNode; calendar: ReactNode }) {
  return (
    <section className="bg-base-200">
      <div className="shell flex flex-col gap-4 py-4 md:flex-row md:flex-wrap md:items-center md:gap-12 lg:gap-20">
        {/* The heading comes first for people who go by headings, the calendar next, also by keyboard. */}
        {summary}
        <div className="order-first self-center max-md:rounded-box max-md:border max-md:border-base-300 max-md:bg-card max-md:p-3 max-md:shadow-float">
          {calendar}
        </div>
      </div>
    </section>
  )
}
