import type { ReactNode } from 'react'

/** The upper part of the page: the calendar and the summary of the chosen day. Low, so that the first cards are in view. */
export function AppointmentTop({ summary, calendar }: { summary: ReactNode; calendar: ReactNode }) {
  return (
    <section className="bg-base-200">
      <div className="shell flex flex-col gap-4 py-4 md:flex-row md:flex-wrap md:items-center md:gap-12 lg:gap-20">
        {/* Comes first in the document, for users who navigate by headings; the calendar comes first on the screen. */}
        {summary}
        <div className="order-first self-center max-md:rounded-box max-md:border max-md:border-base-300 max-md:bg-card max-md:p-3 max-md:shadow-float">
          {calendar}
        </div>
      </div>
    </section>
  )
}
