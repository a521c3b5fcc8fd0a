import type { Booking } from '#contract/booking/booking.ts'
import { leftToRefund, toCardOf } from '#contract/booking/refund.ts'
import { clinicDayInText } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'

/** What happened to the money of a cancelled appointment, in a line for each part of it. */
export function CancelledMoney({ booking }: { booking: Booking }) {
  return moneyLines(booking).map((line) => (
    <span key={line} className="block font-bold">
      {line}
    </span>
  ))
}

/** Returns sentences such as `$59 refunded to your card on Nov 25, 2026`. */
export function moneyLines(booking: Booking): string[] {
  const { paid, received, refunded, refundedAt, refunding, refundingAtDesk: atDesk, changes } = booking
  if (!paid && received === undefined) return ['Not paid, nothing to pay']
  const toCard = toCardOf({ refund: refunding, atDesk })
  const where = changes?.refundAtDesk === undefined ? ' to your card' : ''
  const lines = [
    refunded !== undefined &&
      `${formatDollars(refunded)} refunded${where}${refundedAt ? ` on ${clinicDayInText(refundedAt)}` : ''}`,
    toCard > 0 && `${formatDollars(toCard)} on its way to your card`,
    atDesk !== undefined && `${formatDollars(atDesk)} to get back at our desk`,
    leftToRefund(booking) > 0 && `${formatDollars(leftToRefund(booking))} not refunded`,
  ]
  return lines.filter((line) => line !== false)
}
