import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import { generatePath, Link } from 'react-router'
import type { Booking } from '#contract/booking.ts'
import { pages } from '#contract/site/pages.ts'
import { NextSteps } from './NextSteps.tsx'

/** A booking that was paid before this page was opened, or in another tab since. */
export function PaidBefore({ booking }: { booking: Booking }) {
  return (
    <Panel>
      <Good>This appointment is paid</Good>
      <TransactionId id={booking.transactionId} />
      <NextSteps booking={booking} />
      <WhereNext id={booking._id} />
    </Panel>
  )
}

/** A booking without a price. */
export function NothingToPay() {
  return (
    <Panel>
      <p className="font-bold text-lg">There is nothing to pay</p>
      <p className="mt-1 text-quiet">This appointment is free of charge, and it is booked for you.</p>
      <Link to={pages.dashboard} className="btn btn-line mt-6">
        My Appointments
      </Link>
    </Panel>
  )
}

/** Another patient's booking, as an admin sees it. */
export function NotYoursToPay() {
  return (
    <Panel>
      <p className="font-bold text-lg">Only the patient can pay for this appointment</p>
      <p className="mt-1 text-quiet">It is not paid yet. The patient can pay under My Appointments.</p>
    </Panel>
  )
}

/** The card with the payment form, or its outcome. */
export function Panel({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Payment" className="rounded-box border border-base-300 bg-card p-6 shadow-float sm:p-8">
      {children}
    </section>
  )
}

/** Good news, with an icon and in words. */
export function Good({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 font-bold text-lg text-success">
      <CircleCheck aria-hidden="true" className="h-lh shrink-0" />
      {children}
    </p>
  )
}

export function TransactionId({ id }: { id: string | undefined }) {
  if (!id) return null
  return <p className="mt-2 wrap-anywhere text-quiet">Transaction id: {id}</p>
}

export function WhereNext({ id }: { id: string }) {
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      <Link to={generatePath(pages.receipt, { id })} className="btn btn-action">
        Receipt
      </Link>
      <Link to={pages.dashboard} className="btn btn-line">
        My Appointments
      </Link>
    </div>
  )
}
