import CalendarCheck from 'lucide-react/icons/calendar-check'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef } from 'react'
import { generatePath, Link } from 'react-router'
import type { Booking } from '#contract/booking.ts'
import { formatDollars } from '#contract/kit/money.ts'
import { parseMediumDate, weekdayOf } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import { ClinicZone } from '#web/ui/appointment/ClinicZone.tsx'

/** What was just booked, and what comes next. It takes the focus from the dialog that it follows. */
export function BookedStrip({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { _id: id, treatment, date, slot, price } = booking
  const strip = useRef<HTMLElement>(null)
  const title = useId()
  const day = parseMediumDate(date)

  // In the middle: a message covers the top of a phone's screen for a moment.
  useEffect(() => {
    strip.current?.focus({ preventScroll: true })
    strip.current?.scrollIntoView({ block: 'center' })
  }, [])

  return (
    <section ref={strip} tabIndex={-1} aria-labelledby={title} className="bg-base-300">
      <div className="shell relative flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
        <div className="flex min-w-0 flex-1 basis-80 items-start gap-3 text-lg leading-normal max-md:pr-8">
          <CalendarCheck aria-hidden="true" className="h-lh shrink-0 text-success" />
          <p id={title} className="font-bold">
            You’re booked: {treatment}, {day && `${weekdayOf(day)}, `}
            <span className="whitespace-nowrap">{date}</span> at <span className="whitespace-nowrap">{slot}</span>
            {day && <ClinicZone date={day} />}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {price > 0 && (
            <Link to={generatePath(pages.payment, { id })} className="btn btn-action">
              Pay {formatDollars(price)} now
            </Link>
          )}
          <Link to={pages.dashboard} className="btn btn-line">
            My Appointments
          </Link>
          <button
            type="button"
            className="btn btn-ghost btn-square max-md:absolute max-md:top-2 max-md:right-2"
            onClick={onClose}
          >
            <X aria-hidden="true" />
            <span className="sr-only">Close this note</span>
          </button>
        </div>
      </div>
    </section>
  )
}
