import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { LinkedAppointment } from '#contract/booking/appointment-link.ts'
import { owedOf } from '#contract/booking/refund.ts'
import { pages } from '#contract/site/pages.ts'
import { linkedBy } from '#web/api/appointment-link.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { InvalidLink } from '#web/ui/appointment/InvalidLink.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { useLinkToken } from '#web/ui/sign-in/use-link-token.ts'
import { linkCalls } from './link-calls.ts'
import { Columns, Order, type Ordered, OrderSkeleton } from './Order.tsx'
import { NothingToPay, PaidBefore } from './Settled.tsx'

const useCardPayment = loadLater(() => import('./PayByCard.tsx'))

/** Takes the card payment for the appointment of a link in an email, without a sign-in and for nothing else
 *  (docs/decisions/0034). */
export default function LinkPaymentPage() {
  const token = useLinkToken()
  // No call of this page needs a session.
  const [client] = useState(() => createQueryClient({ onRefused: () => undefined, onSignedOut: async () => undefined }))
  return (
    <QueryClientProvider client={client}>
      <section className="mx-auto w-full max-w-5xl px-5 py-10 sm:py-14">
        {token === null ? <InvalidLink /> : <LinkPayment key={token} token={token} />}
      </section>
    </QueryClientProvider>
  )
}

/** @param token undefined until it is known */
function LinkPayment({ token }: { token: string | undefined }) {
  const query = useQuery({ ...linkedBy(token ?? ''), enabled: token !== undefined })
  const { data: appointment } = query
  if (appointment === null) return <InvalidLink />
  return (
    <>
      <h1 className="page-title">Payment</h1>
      <div className="mt-6">
        {query.isPending && <Waiting />}
        <LoadError what="The appointment" query={query} />
        {appointment && token !== undefined && <Checkout token={token} appointment={appointment} />}
      </div>
    </>
  )
}

function Checkout({ token, appointment }: { token: string; appointment: LinkedAppointment }) {
  const card = useCardPayment()
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
  return card ? (
    <card.PayByCard booking={booking} calls={calls} closed={closed} next={next} place="The link in your email" />
  ) : (
    <Waiting />
  )
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

function Waiting() {
  return (
    <div role="status">
      <span className="sr-only">Loading the appointment</span>
      <Columns order={<OrderSkeleton />} panel={<div className="skeleton h-128" />} />
    </div>
  )
}
