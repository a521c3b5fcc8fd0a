import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { Booking } from '#contract/booking.ts'
import { pages } from '#contract/pages.ts'
import { bookingById } from '#web/api/queries.ts'
import { LoadError } from '#web/components/LoadError.tsx'
import { Spinner } from '#web/components/Spinner.tsx'
import { pageTitle } from '#web/page-title.ts'
import { usePerson } from '#web/session/use-person.ts'

export const meta = () => pageTitle('Payment')

export default function PaymentPage() {
  const person = usePerson()
  const { id = '' } = useParams()
  const booking = useQuery(bookingById(person.email, id))

  return (
    <>
      <h1 className="text-2xl">Payment</h1>
      <div className="mt-6">
        {booking.isPending && <Spinner label="Loading the appointment" />}
        {booking.isError && (
          <LoadError what="The appointment" error={booking.error} onRetry={() => booking.refetch()} />
        )}
        {booking.data === null && <UnknownBooking />}
        {booking.data && <Order booking={booking.data} />}
      </div>
    </>
  )
}

function Order({ booking }: { booking: Booking }) {
  return (
    <div className="max-w-xl rounded-box border border-base-300 p-6 sm:p-8">
      <p>Hello, {booking.patientName}</p>
      <h2 className="mt-1 text-xl">{booking.treatment}</h2>
      <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-8 gap-y-2">
        <dt className="text-quiet">Date</dt>
        <dd>{booking.date}</dd>
        <dt className="text-quiet">Time</dt>
        <dd>{booking.slot}</dd>
        <dt className="text-quiet">Price</dt>
        <dd className="font-bold">${booking.price}</dd>
      </dl>
      <p className="mt-6 rounded-field bg-base-200 p-4">
        {booking.paid
          ? 'This appointment is paid. Thank you.'
          : 'Paying online is coming soon. Until then you can pay at the desk when you come; your appointment is kept.'}
      </p>
      <BackLink />
    </div>
  )
}

function UnknownBooking() {
  return (
    <div className="max-w-xl rounded-box border border-base-300 bg-base-200 p-6 sm:p-8">
      <p className="font-bold text-lg">There is no such appointment of yours</p>
      <p className="mt-1 text-quiet">The link may be incomplete, or it may belong to another account.</p>
      <BackLink />
    </div>
  )
}

function BackLink() {
  return (
    <Link to={pages.dashboard} className="btn btn-line mt-6">
      My Appointments
    </Link>
  )
}
