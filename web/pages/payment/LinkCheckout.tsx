import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { LinkedAppointment } from '#contract/booking/appointment-link.ts'
import { owedOf } from '#contract/booking/refund.ts'
import { pages } from '#contract/site/pages.ts'
import { refundSentence } from '#web/money.ts'
import { AddToCalendar } from '#web/ui/appointment/AddToCalendar.tsx'
import { linkCalls } from './link-calls.ts'
import { Columns, Order, type Ordered } from './Order.tsx'
import { PayByCard } from './PayByCard.tsx'
import { Cancelled, isAhead, NothingToPay, PaidBefore } from './Settled.tsx'

/** The appointment of a link, and the payment of what is owed for it. */
export function LinkCheckout({ token, appointment }: { token: string; appointment: LinkedAppointment }) {
  const client = useQueryClient()
  const calls = useMemo(() => linkCalls(client, token), [client, token])
  const { state, cancelUntil, price = 0 } = appointment
  const booking: Ordered = { ...appointment, price, changes: { state, cancelUntil } }
  const isCancelled = state === 'cancelled'
  // Once it is paid here, the outcome stays on the page.
  const [cameOwed] = useState(isCancelled ? 0 : owedOf(booking))
  const next = <Next token={token} hasCalendar={!isCancelled && isAhead(booking)} />
  const closed = closedPanel(appointment, booking, next)
  const order = <Order booking={booking} />
  if (cameOwed === 0) return <Columns order={order} panel={closed || <NothingToPay next={next} />} />
  return <PayByCard booking={booking} calls={calls} closed={closed} next={next} place="The link in your email" />
}

/** The panel of an appointment that is paid or cancelled. */
function closedPanel(appointment: LinkedAppointment, booking: Ordered, next: ReactNode): ReactNode {
  if (appointment.state === 'cancelled') {
    const back = refundSentence(appointment)
    return <Cancelled next={next}>{back && <p className="mt-4">{back}</p>}</Cancelled>
  }
  return booking.paid && <PaidBefore booking={booking} next={next} />
}

/** Leads back to the appointment, in a document without the card provider's script. */
function Next({ token, hasCalendar }: { token: string; hasCalendar: boolean }) {
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {hasCalendar && <AddToCalendar appointment={{ token }} className="btn btn-action" />}
      <a href={`${pages.yourAppointment}#${token}`} className="btn btn-line">
        Your appointment
      </a>
    </div>
  )
}
