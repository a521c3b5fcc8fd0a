import type { Booking } from '#contract/booking/booking.ts'
import { clinicDayInText } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'

/** What has been refunded of a payment, and what is on its way. Empty without refunds. */
export function Refunds({ booking: { refunded, refundedAt, refunding } }: { booking: Booking }) {
  return (
    <>
      {refunded !== undefined && (
        <span className="block">
          Refunded {formatDollars(refunded)}
          {refundedAt && ` on ${clinicDayInText(refundedAt)}`}
        </span>
      )}
      {refunding !== undefined && <span className="block">Refund of {formatDollars(refunding)} on its way</span>}
    </>
  )
}
