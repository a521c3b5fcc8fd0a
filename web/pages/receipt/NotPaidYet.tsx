import { generatePath, Link } from 'react-router'
import type { Booking } from '#contract/booking.ts'
import { pages } from '#contract/pages.ts'
import { dollars } from '#web/components/dollars.ts'
import { EmptyCard } from '#web/components/state/EmptyCard.tsx'

/** Stands where the receipt of an unpaid booking would, with the way to pay. */
export function NotPaidYet({ booking: { _id: id, treatment, date, price } }: { booking: Booking }) {
  return (
    <EmptyCard
      title="There is no receipt yet"
      text={`${treatment} on ${date} ${
        price > 0 ? 'is not paid. The receipt is here once it is.' : 'has no price, so there is nothing to pay.'
      }`}
    >
      {price > 0 && (
        <Link to={generatePath(pages.payment, { id })} className="btn btn-action">
          Pay {dollars(price)}
        </Link>
      )}
      <Link to={pages.dashboard} className="btn btn-line">
        My Appointments
      </Link>
    </EmptyCard>
  )
}
