import { bookingById } from '#web/api/bookings.ts'
import type { Beginning } from '#web/session/beginning.ts'
import { BookingPage } from '#web/ui/appointment/BookingPage.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { Columns, OrderSkeleton } from './Order.tsx'

const useCheckout = loadLater(() => import('./Checkout.tsx'))

/** Fetches the booking. */
export function prefetch({ client, person, params }: Beginning): Promise<void> {
  return client.prefetchQuery(bookingById(person.email, params.id ?? ''))
}

export default function PaymentPage() {
  const code = useCheckout()
  return (
    <BookingPage title="Payment" what="The appointment" waiting={<Waiting />}>
      {(booking) => (code ? <code.Checkout key={booking._id} booking={booking} /> : <Waiting />)}
    </BookingPage>
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
