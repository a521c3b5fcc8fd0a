import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { bookingById, bookingsOf } from '#web/api/bookings.ts'
import type { Beginning } from '#web/session/beginning.ts'
import { usePerson } from '#web/session/use-person.ts'
import { allOfThem } from '#web/ui/appointment/all-of-them.ts'
import { BackToAppointments, BookingPage } from '#web/ui/appointment/BookingPage.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater, loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { Columns, OrderSkeleton } from './Order.tsx'

const useCheckout = loadLater(() => import('./Checkout.tsx'))
const useCheckoutAll = loadWhenIdle(() => import('./CheckoutAll.tsx'))

/** Fetches the booking, or all of them. */
export function prefetch({ client, person, params: { id = '' } }: Beginning): Promise<void> {
  if (id === allOfThem) return client.prefetchQuery(bookingsOf(person.email))
  return client.prefetchQuery(bookingById(person.email, id))
}

export default function PaymentPage() {
  return useParams().id === allOfThem ? <PayForAll /> : <PayForOne />
}

function PayForOne() {
  const code = useCheckout()
  return (
    <BookingPage title="Payment" what="The appointment" waiting={<Waiting />}>
      {(booking) => (code ? <code.Checkout key={booking._id} booking={booking} /> : <Waiting />)}
    </BookingPage>
  )
}

/** Pays for several appointments with one card. */
function PayForAll() {
  const bookings = useQuery(bookingsOf(usePerson().email))
  const code = useCheckoutAll(true)
  return (
    <>
      <BackToAppointments />
      <h1 className="page-title">Payment</h1>
      <div className="mt-6">
        {(bookings.isPending || (bookings.data && !code)) && <Waiting />}
        <LoadError what="Your appointments" query={bookings} />
        {bookings.data && code && <code.CheckoutAll bookings={bookings.data} />}
      </div>
    </>
  )
}

function Waiting() {
  return (
    <div role="status">
      <span className="sr-only">Loading the appointment</span>
      <Columns order={<OrderSkeleton />} panel={<div className="skeleton h-128" />} />
    </div>
  )
}
