import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { can } from '#contract/access/access.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { owedOf } from '#contract/booking/refund.ts'
import { usePerson } from '#web/session/use-person.ts'
import { AppointmentsLink } from '#web/ui/appointment/AppointmentsLink.tsx'
import { useSendStep } from '#web/ui/change/use-send-step.ts'
import { bookingCalls } from './booking-calls.ts'
import { Columns, Order } from './Order.tsx'
import { PayByCard } from './PayByCard.tsx'
import { NothingToPay, NotYoursToPay, PaidBefore, WhereNext } from './Settled.tsx'

/** The payment of a booking, or why there is nothing to pay. */
export function Checkout({ booking }: { booking: Booking }) {
  const person = usePerson()
  const client = useQueryClient()
  const send = useSendStep()
  const { _id, patientName, patient } = booking
  const calls = useMemo(
    () => bookingCalls(client, send, person.email, { _id, patientName, patient }),
    [client, send, person.email, _id, patientName, patient],
  )
  const isClosed = booking.paid || booking.cancelledAt !== undefined
  // Once it is paid here, the outcome stays on the page.
  const [came] = useState({ isClosed, owed: owedOf(booking) })
  const order = <Order booking={booking} />
  const next = <WhereNext booking={booking} />
  const paidBefore = <PaidBefore booking={booking} next={next} />
  if (came.isClosed) return <Columns order={order} panel={paidBefore} />
  if (came.owed === 0)
    return <Columns order={order} panel={<NothingToPay next={<AppointmentsLink className="mt-6" />} />} />
  if (!can(person, 'pay-booking', { email: booking.patient }))
    return <Columns order={order} panel={<NotYoursToPay />} />
  return (
    <PayByCard booking={booking} calls={calls} closed={isClosed && paidBefore} next={next} place="My Appointments" />
  )
}
