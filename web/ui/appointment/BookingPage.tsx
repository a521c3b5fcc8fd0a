import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import { pages } from '#contract/site/pages.ts'
import { bookingById } from '#web/api/bookings.ts'
import { usePerson } from '#web/session/use-person.ts'
import { EmptyCard } from '../feedback/EmptyCard.tsx'
import { LoadError } from '../feedback/LoadError.tsx'
import { AppointmentsLink } from './AppointmentsLink.tsx'

interface BookingPageProps {
  title: string
  /** What could not be loaded, such as 'The receipt'. */
  what: string
  waiting: ReactNode
  /** Shown if the booking is not one that the person may read. */
  unknown?: ReactNode
  children: (booking: Booking) => ReactNode
}

/** A page about the booking whose id is in the address: loads the booking and handles a failure and an unknown id. */
export function BookingPage({ title, what, waiting, unknown = <UnknownBooking />, children }: BookingPageProps) {
  const person = usePerson()
  const { id = '' } = useParams()
  const query = useQuery(bookingById(person.email, id))
  const booking = query.data

  return (
    <>
      <BackToAppointments />
      <h1 className="page-title">{title}</h1>
      <div className="mt-6">
        {query.isPending && waiting}
        <LoadError what={what} query={query} />
        {booking === null && unknown}
        {booking && children(booking)}
      </div>
    </>
  )
}

/** The way back, above the heading. */
export function BackToAppointments() {
  return (
    <Link
      to={pages.dashboard}
      className="-mt-2 mb-2 tap gap-2 text-quiet text-sm underline-offset-4 hover:underline print:hidden"
    >
      <ArrowLeft size={16} aria-hidden="true" />
      Back to My Appointments
    </Link>
  )
}

/** Shown if the id in the address is not that of one of the patient's bookings. */
export function UnknownBooking() {
  return (
    <EmptyCard
      title="We can’t find that appointment"
      text="The link may be incomplete, or the appointment may belong to another account."
    >
      <AppointmentsLink />
    </EmptyCard>
  )
}
