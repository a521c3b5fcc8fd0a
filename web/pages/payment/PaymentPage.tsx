import { useState } from 'react'
import { can } from '#contract/access/access.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { owedOf } from '#contract/booking/refund.ts'
import { usePerson } from '#web/session/use-person.ts'
import { BookingPage } from '#web/ui/appointment/BookingPage.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { Columns, Order, OrderSkeleton } from './Order.tsx'
import { NothingToPay, NotYoursToPay, PaidBefore } from './Settled.tsx'

const useCardPayment = loadLater(() => import('./PayByCard.tsx'))

export default function PaymentPage() {
  return (
    <BookingPage title="Payment" what="The appointment" waiting={<Waiting />}>
      {(booking) => <Checkout key={booking._id} booking={booking} />}
    </BookingPage>
  )
}

function Checkout({ booking }: { booking: Booking }) {
  const person = usePerson()
  const card = useCardPayment()
  const [cameOpen] = useState(!booking.paid && !booking.cancelledAt)
  const order = <Order booking={booking} />
  if (!cameOpen) return <Columns order={order} panel={<PaidBefore booking={booking} />} isPaid />
  if (owedOf(booking) === 0) return <Columns order={order} panel={<NothingToPay />} />
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
