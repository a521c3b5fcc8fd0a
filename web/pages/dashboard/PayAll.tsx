import { generatePath, Link } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import { pages } from '#contract/site/pages.ts'
import { formatDollars } from '#web/money.ts'
import { usePerson } from '#web/session/use-person.ts'
import { allOfThem } from '#web/ui/appointment/all-of-them.ts'
import { payableBy, sumOwed } from '#web/ui/appointment/payable.ts'

/** Pays for all appointments at once, if there are several to pay for. */
export function PayAll({ bookings }: { bookings: Booking[] }) {
  const payable = payableBy(usePerson(), bookings)
  if (payable.length < 2) return null
  const all = payable.length === 2 ? 'both' : `all ${payable.length}`
  return (
    <p className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-box bg-base-200 p-4 sm:px-5 print:hidden">
      <span>
        {payable.length} appointments to pay for:{' '}
        <strong className="font-bold tabular-nums">{formatDollars(sumOwed(payable))}</strong>
      </span>
      <Link to={generatePath(pages.payment, { id: allOfThem })} className="btn btn-action px-6">
        Pay for {all}
      </Link>
    </p>
  )
}
