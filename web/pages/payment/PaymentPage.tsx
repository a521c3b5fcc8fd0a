import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Booking } from '#contract/booking.ts'
import { bookingById } from '#web/api/queries.ts'
import { LoadError } from '#web/components/LoadError.tsx'
import { UnknownBooking } from '#web/components/UnknownBooking.tsx'
import { pageTitle } from '#web/page-title.ts'
import { usePerson } from '#web/session/use-person.ts'
import { Order, OrderSkeleton } from './Order.tsx'
import { PayByCard } from './PayByCard.tsx'
import { NothingToPay, NotYoursToPay, PaidBefore } from './Settled.tsx'

export const meta = () => pageTitle('Payment')

export default function PaymentPage() {
  const person = usePerson()
  const { id = '' } = useParams()
  const booking = useQuery(bookingById(person.email, id))

  return (
    <>
      <h1 className="page-title">Payment</h1>
      <div className="mt-6">
        {booking.isPending && <Waiting />}
        {booking.isError && !booking.data && (
          <LoadError what="The appointment" error={booking.error} onRetry={() => booking.refetch()} />
        )}
        {booking.data === null && <UnknownBooking />}
        {booking.data && <Checkout key={booking.data._id} booking={booking.data} />}
      </div>
    </>
  )
}

const columns = 'grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] xl:gap-10'

function Checkout({ booking }: { booking: Booking }) {
  return (
    <div className={columns}>
      <Order booking={booking} />
      <Till booking={booking} />
    </div>
  )
}

function Waiting() {
  return (
    <div role="status" className={columns}>
      <span className="sr-only">Loading the appointment</span>
      <OrderSkeleton />
      <div className="skeleton h-128" />
    </div>
  )
}

function Till({ booking }: { booking: Booking }) {
  const person = usePerson()
  const [cameUnpaid] = useState(!booking.paid)
  if (!cameUnpaid) return <PaidBefore booking={booking} />
  if (booking.price <= 0) return <NothingToPay />
  if (booking.patient !== person.email) return <NotYoursToPay />
  return <PayByCard booking={booking} />
}
