import type { Booking } from '#contract/booking/booking.ts'
import { toCardOf } from '#contract/booking/refund.ts'
import { clinicDayInText } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'

/** What has been refunded of a payment, and what is on its way. Empty without refunds. */
export function Refunds({
  booking: { refunded, refundedAt, refunding, refundingAtDesk },
}: {
  booking: Pick<Booking, 'refunded' | 'refundedAt' | 'refunding' | 'refundingAtDesk'>
}) {
  const toCard = toCardOf({ refund: refunding, atDesk: refundingAtDesk })
  return (
    <>
      {refunded !== undefined && (
        <span className="block">
          Refunded {formatDollars(refunded)}
          {refundedAt && ` on ${clinicDayInText(refundedAt)}`}
        </span>
      )}
      {toCard > 0 && <span className="block">Refund of {formatDollars(toCard)} on its way</span>}
      {refundingAtDesk !== undefined && (
        <span className="block">Collect your {formatDollars(refundingAtDesk)} at the front desk.</span>
      )}
    </>
  )
}
