import { formatDollars, type Money, toCents, toDollars } from '../kit/money.ts'
import type { Booking } from './booking.ts'

/** What is on its way back, or goes back if an appointment is cancelled, in dollars: `refund` in all, `atDesk` of it by
 *  hand. */
export type GivenBack = { refund?: number | undefined; atDesk?: number | undefined }

type Payments = { [Part in 'received' | 'refunding' | 'refunded']?: Booking[Part] | undefined }

/** Returns the dollars of what was paid that a cancellation gives back: all that no refund has taken, whether that
 *  arrived, is on its way or has failed and will be tried again. 0 without a payment. */
export function leftToRefund({ received = 0, refunding = 0, refunded = 0 }: Payments): number {
  return toDollars(toCents(received) - toCents(refunding) - toCents(refunded))
}

/** Returns the dollars that go back to a card. What was paid at the desk goes back by hand. */
export function toCardOf({ refund = 0, atDesk = 0 }: GivenBack): number {
  return toDollars(toCents(refund) - toCents(atDesk))
}

/** Words what a cancellation gives back. Empty if that is nothing. `money` and `format` are those of the amounts. */
export function refundSentence(back: GivenBack, money: Money, format?: Parameters<typeof formatDollars>[2]): string {
  const { atDesk = 0 } = back
  const toCard = toCardOf(back)
  const card = toCard > 0 ? `We refund ${formatDollars(toCard, money, format)} to your card.` : ''
  const desk = atDesk > 0 ? `Collect your ${formatDollars(atDesk, money, format)} at the front desk.` : ''
  return [card, desk].filter(Boolean).join(' ')
}

/** Returns the dollars that are still to pay. The previous release says that only by `price`. */
export function owedOf({ owed, price, paid, received, cancelledAt }: Owing): number {
  return owed ?? (paid || received !== undefined || cancelledAt !== undefined ? 0 : price)
}
type Owing = Pick<Booking, 'price' | 'owed' | 'paid' | 'received' | 'cancelledAt'>

/** Says how much of an appointment is paid, if it is only a part: `$35 of $59 paid, $24 to pay`. */
export function partPaidSentence(booking: Owing & Payments, money: Money): string {
  const owed = owedOf(booking)
  const kept = leftToRefund(booking)
  if (owed === 0 || kept === 0) return ''
  const [paid, all, rest] = [kept, toDollars(toCents(kept) + toCents(owed)), owed].map((part) =>
    formatDollars(part, money),
  )
  return `${paid} of ${all} paid, ${rest} to pay`
}
