import { formatDollars, type Money, toCents, toDollars } from '../kit/money.ts'
import type { Booking } from './booking.ts'

type Payments = { [Part in 'received' | 'refunding' | 'refunded']?: Booking[Part] | undefined }

/** Returns the dollars of what was paid that a cancellation gives back: all that no refund has taken, whether that
 *  arrived, is on its way or has failed and will be tried again. 0 without a payment. */
export function leftToRefund({ received = 0, refunding = 0, refunded = 0 }: Payments): number {
  return toDollars(toCents(received) - toCents(refunding) - toCents(refunded))
}

/** Words what a cancellation gives back, in dollars. Empty if that is nothing. `money` and `format` are those of the
 *  amount. */
export function refundSentence(dollars: number, money: Money, format?: Parameters<typeof formatDollars>[2]): string {
  return dollars > 0 ? `We refund ${formatDollars(dollars, money, format)} to your card.` : ''
}
