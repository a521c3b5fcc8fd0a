import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { LinkedAppointment } from '#contract/booking/appointment-link.ts'
import { owedOf } from '#contract/booking/refund.ts'
import { pages } from '#contract/site/pages.ts'
import { linkCalls } from './link-calls.ts'
import { Columns, Order, type Ordered } from './Order.tsx'
import { PayByCard } from './PayByCard.tsx'
import { NothingToPay, PaidBefore } from './Settled.tsx'

/** The appointment of a link, and the payment of what is owed for it. */
export function LinkCheckout({ token, appointment }: { token: string; appointment: LinkedAppointment }) {
  const client = useQueryClient()
  const calls = useMemo(() => linkCalls(client, token), [client, token])
  const booking: Ordered = { ...appointment, price: appointment.price ?? 0 }
  // Once it is paid here, the outcome stays on the page.
  const [cameOwed] = useState(owedOf(booking))
  const next = <BackLink token={token} />
  const closed = closedPanel(appointment, booking, next)
  const order = <Order booking={booking} />
  if (cameOwed === 0)
    return <Columns order={order} panel={closed ?? <NothingToPay next={next} />} isPaid={booking.paid === true} />
  return <PayByCard booking={booking} calls={calls} closed={closed} next={next} place="The link in your email" />
}

/** The panel of an appointment that is paid or cancelled. */
function closedPanel({ state }: LinkedAppointment, booking: Ordered, next: ReactNode): ReactNode {
  if (state === 'cancelled') return <NothingToPay isCancelled next={next} />
  return booking.paid && <PaidBefore booking={booking} next={next} />
}

/** Leads back to the appointment, in a document without the card provider's script. */
function BackLink({ token }: { token: string }) {
  return (
    <p className="mt-6">
      <a href={`${pages.yourAppointment}#${token}`} className="btn btn-line">
        Your appointment
      </a>
    </p>
  )
}
