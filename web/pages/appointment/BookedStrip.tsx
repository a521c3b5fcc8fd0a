import { useQuery } from '@tanstack/react-query'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import { useEffect, useId, useRef } from 'react'
import { generatePath, Link } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import { pages } from '#contract/site/pages.ts'
import { accountQuery } from '#web/api/account.ts'
import { formatDollars } from '#web/money.ts'
import { nearDateInText } from '#web/near-date.ts'
import { usePerson } from '#web/session/use-person.ts'
import { AddToCalendar } from '#web/ui/appointment/AddToCalendar.tsx'
import { AppointmentsLink } from '#web/ui/appointment/AppointmentsLink.tsx'
import { PeriodTime, weekdayOfMediumInText } from '#web/ui/appointment/AppointmentTime.tsx'
import { CancellationTerms } from '#web/ui/appointment/CancellationTerms.tsx'
import { CloseButton } from '#web/ui/dialog/CloseButton.tsx'
import { NextPerson } from './next-person/NextPerson.tsx'

/** Confirms a booking and offers to pay. Takes the focus when the dialog closes. */
export function BookedStrip({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { _id: id, treatment, doctor, date, slot, price, patientName } = booking
  const person = usePerson()
  const { data: account } = useQuery(accountQuery)
  const strip = useRef<HTMLElement>(null)
  const title = useId()
  const dentist = useId()

  // Centered, because a toast covers the end of a phone's screen.
  useEffect(() => {
    strip.current?.focus({ preventScroll: true })
    strip.current?.scrollIntoView({ block: 'center' })
  }, [])

  return (
    <section ref={strip} tabIndex={-1} aria-labelledby={title} aria-describedby={dentist} className="bg-base-300">
      <div className="shell relative flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
        <div className="flex min-w-0 flex-1 basis-80 items-start gap-3 text-lg leading-normal max-lg:pr-8">
          <CalendarCheck aria-hidden="true" className="h-lh shrink-0 text-success" />
          <div className="min-w-0">
            <p id={title} className="font-bold">
              {patientName === person.name ? 'You’re' : `${patientName} is`} booked: {treatment},{' '}
              {weekdayOfMediumInText(date)}, <span className="whitespace-nowrap">{nearDateInText(date)}</span> at{' '}
              <PeriodTime date={date} slot={slot} />
            </p>
            {doctor && (
              <p id={dentist} className="wrap-anywhere text-base">
                with {doctor}
              </p>
            )}
            <CancellationTerms changes={booking.changes} className="text-base text-quiet" />
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {price > 0 && (
            <Link to={generatePath(pages.payment, { id })} className="btn btn-action">
              Pay {formatDollars(price)} now
            </Link>
          )}
          <NextPerson booking={booking} />
          <AddToCalendar appointment={booking} className="btn btn-line" />
          <AppointmentsLink />
          <CloseButton
            label="Close this note"
            className="max-lg:absolute max-lg:top-2 max-lg:right-2"
            onClick={onClose}
          />
        </div>
        {/* Last, because it can come later than the buttons, which must not move. */}
        {account?.emailConfirmed === false && (
          <p className="basis-full wrap-anywhere text-base md:pl-9">
            We’ve written to {person.email}. Wrong address?{' '}
            <Link to={pages.account} className="text-link">
              Change it
            </Link>
          </p>
        )}
      </div>
    </section>
  )
}
