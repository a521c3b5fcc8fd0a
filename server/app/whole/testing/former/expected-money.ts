import type { Row, Rows } from './rows.ts'

/** Returns the rows that an update is to make of paid bookings and refunds: each charge, each payment with the number
 *  of its receipt, and the refunds of a payment. Instead of random ids, a refund names the intent of its payment, and a
 *  credit the booking of the charge that it reduces. */
export function moneyOf(bookings: readonly Row[], refunds: readonly Row[]): Rows {
  const paid = bookings.filter(isPaid).sort((a, b) => compare(a.paid_at, b.paid_at) || compare(a.id, b.id))
  const bookingOf = new Map(paid.map((booking) => [booking.transaction_id, booking.id]))
  const last = new Map<string, number>()
  const payments = paid.map((booking) => toPayment(booking, last))
  const [year = 0, count = 0] =
    [...last].map(([text, count]) => [Number(text), count]).sort(([a = 0], [b = 0]) => b - a)[0] ?? []
  return {
    charge: [
      ...bookings.map((booking) =>
        toCharge(booking.id, {
          kind: 'treatment',
          words: booking.treatment,
          amount: booking.price,
          made_at: booking.created_at,
        }),
      ),
      ...refunds
        .filter(({ intent_id, state }) => bookingOf.has(intent_id) && state !== 'void')
        .map(({ id, intent_id, amount, requested_by, created_at }) =>
          toCharge(bookingOf.get(intent_id), {
            ...{ kind: 'credit', words: 'Refund', amount: -Number(amount) },
            ...{ refund_id: id, made_by: requested_by, made_at: created_at },
          }),
        ),
      ...bookings
        .filter((booking) => booking.status === 'cancelled' && !isPaid(booking))
        .map(({ id, price, cancelled_at }) =>
          toCharge(id, { kind: 'credit', words: 'Cancelled', amount: -Number(price), made_at: cancelled_at }),
        ),
    ],
    payment: payments,
    refund: refunds.map((refund) => ({
      ...refund,
      payment_id: bookingOf.has(refund.intent_id) ? refund.intent_id : null,
      method: 'card-online',
    })),
    refund_entry: refunds
      .filter(({ intent_id, state }) => bookingOf.has(intent_id) && state === 'succeeded')
      .map(({ id, amount, succeeded_at }) => ({
        ...{ refund_id: id, day: dayOf(succeeded_at), amount, at: succeeded_at },
      })),
    till: [{ only: true, closed_through: null, receipt_year: year, receipt_count: count }],
  }
}

/** Returns the sums of a booking's charges, payments and refunds. */
export function sumsOf(booking: Row): Row {
  const { price, refunding, refunded, status } = booking
  if (isPaid(booking)) return { received: price, credited: Number(refunding) + Number(refunded), owed: 0 }
  return { received: 0, credited: status === 'cancelled' ? price : 0, owed: status === 'cancelled' ? 0 : price }
}

const isPaid = ({ transaction_id }: Row) => transaction_id !== null
const compare = (a: unknown, b: unknown) => Number(String(a) > String(b)) - Number(String(a) < String(b))
const dayOf = (instant: unknown) => String(instant).slice(0, 10)

/** `last`: the number of each year's last receipt. */
function toPayment({ id, price, paid_at, transaction_id, refunding, refunded }: Row, last: Map<string, number>): Row {
  const day = dayOf(paid_at)
  const year = day.slice(0, 4)
  const receipt_count = (last.get(year) ?? 0) + 1
  last.set(year, receipt_count)
  return {
    ...{ booking_id: id, method: 'card-online', amount: price, reference: '', intent_id: transaction_id },
    ...{ taken_by: null, taken_at: paid_at, day, receipt_year: Number(year), receipt_count },
    refunded: Number(refunding) + Number(refunded),
    ...{ voided_at: null, voided_by: null, void_reason: '' },
  }
}

function toCharge(booking_id: unknown, values: Row): Row {
  const rest = { refund_id: null, reason: '', made_by: null, voided_at: null, voided_by: null }
  return { booking_id, ...rest, ...values, charge_id: values.kind === 'credit' ? booking_id : null }
}
