import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { can } from '#contract/access/access.ts'
import type { Booking } from '#contract/booking.ts'
import { bookingById } from '#web/api/bookings.ts'
import { pageMeta } from '#web/app/meta.ts'
import { usePerson } from '#web/session/guard/use-person.ts'
import { BackToAppointments } from '#web/ui/appointment/BackToAppointments.tsx'
import { UnknownBooking } from '#web/ui/appointment/UnknownBooking.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { Columns } from './Columns.tsx'
import { Order, OrderSkeleton } from './Order.tsx'
import { NothingToPay, NotYoursToPay, PaidBefore } from './Settled.tsx'

const useCardPayment = loadLater(() => import('./PayByCard.tsx'))

export const meta = pageMeta

export default function PaymentPage() {
  const person = usePerson()
  const { id = '' } = useParams()
  const booking = useQuery(bookingById(person.email, id))

  return (
    <>
      <BackToAppointments />
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

function Checkout({ booking }: { booking: Booking }) {
  const person = usePerson()
  const card = useCardPayment()
  const [cameUnpaid] = useState(!booking.paid)
  const order = <Order booking={booking} />
  if (!cameUnpaid) return <Columns order={order} panel={<PaidBefore booking={booking} />} isPaid />
  if (booking.price <= 0) return <Columns order={order} panel={<NothingToPay />} />
  if (!can(person, 'pay-booking', { email: booking.patient }))
    return <Columns order={order} panel={<NotYoursToPay />} />
  return card ? <card.PayByCard booking={booking} /> : <Waiting />
}

function Waiting() {
  return (
    <div role="status">
      <span className="sr-only">Loading the appointment</span>
      <Columns order={<OrderSkeleton />} panel={<div className="skeleton h-128" />} />
    </div>
  )
}
