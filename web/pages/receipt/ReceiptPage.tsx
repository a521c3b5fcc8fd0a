import { generatePath, Link } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import { formatDollars } from '#contract/kit/money.ts'
import { pages } from '#contract/site/pages.ts'
import { AppointmentsLink } from '#web/ui/appointment/AppointmentsLink.tsx'
import { BookingPage } from '#web/ui/appointment/BookingPage.tsx'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { Receipt, ReceiptSkeleton } from './Receipt.tsx'

export default function ReceiptPage() {
  return (
    <BookingPage
      title="Receipt"
      what="The receipt"
      waiting={<ReceiptSkeleton />}
      action={({ paid }) => paid && <PrintButton />}
    >
      {(booking) => (booking.paid ? <Receipt booking={booking} /> : <NotPaidYet booking={booking} />)}
    </BookingPage>
  )
}

function PrintButton() {
  return (
    <button type="button" className="btn btn-action px-6 print:hidden" onClick={() => window.print()}>
      Print
    </button>
  )
}

/** Shown instead of the receipt of an unpaid booking. */
function NotPaidYet({ booking: { _id: id, treatment, date, price, cancelledAt } }: { booking: Booking }) {
  if (cancelledAt)
    return (
      <EmptyCard title="There is no receipt" text={`${treatment} on ${date} was cancelled before it was paid.`}>
        <AppointmentsLink />
      </EmptyCard>
    )
  return (
    <EmptyCard
      title="There is no receipt yet"
      text={`${treatment} on ${date} ${
        price > 0
          ? 'is not paid yet. Your receipt will appear here once it is.'
          : 'is free of charge, so there is nothing to pay.'
      }`}
    >
      {price > 0 && (
        <Link to={generatePath(pages.payment, { id })} className="btn btn-action">
          Pay {formatDollars(price)}
        </Link>
      )}
      <AppointmentsLink />
    </EmptyCard>
  )
}
