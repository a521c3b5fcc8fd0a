import { generatePath, Link } from 'react-router'
import type { Booking } from '#contract/booking.ts'
import { pages } from '#contract/pages.ts'
import { dollars } from '#web/components/dollars.ts'

/** Stands where the receipt of an unpaid booking would, with the way to pay. */
export function NotPaidYet({ booking: { _id: id, treatment, date, price } }: { booking: Booking }) {
  return (
    <div className="max-w-xl rounded-box border border-base-300 bg-base-200 p-6 sm:p-8">
      <p className="font-bold text-lg">There is no receipt yet</p>
      <p className="mt-1 text-quiet">
        {treatment} on {date}{' '}
        {price > 0 ? `is not paid. The receipt is here once it is.` : 'has no price, so there is nothing to pay.'}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {price > 0 && (
          <Link to={generatePath(pages.payment, { id })} className="btn btn-action">
            Pay {dollars(price)}
          </Link>
        )}
        <Link to={pages.dashboard} className="btn btn-line">
          My Appointments
        </Link>
      </div>
    </div>
  )
}
