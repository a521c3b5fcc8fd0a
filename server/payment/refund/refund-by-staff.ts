import type { Cents } from '#contract/kit/money/amount.ts'
import { formatCents, type Money } from '#contract/kit/money.ts'
import { type Outcome, type Refused, refused } from '#contract/kit/outcome.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { type BookingWithDoctor, findAnyBooking, lockBooking } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import type { Caller } from '#server/http/identity.ts'
import { listPayments, type PaymentRow } from '../payment-store.ts'
import { findIntent } from '../store.ts'
import { type OverLimit, refundLimitOf, withinLimit } from './limit.ts'
import type { RefundOutcome } from './refund.ts'
import { refundPayment } from './refund-booking.ts'
import { findRefund, retryRefund } from './store.ts'

/** Who refunds, and the currency in which the audit trail names the amount. */
type By = { caller: Caller; money: Money; record: RecordAudit }

/** A refund that staff request, in cents. Without `paymentId` it is of the card payment, or else of the only one.
 *  `owedAgain`: the patient owes the money again, because it was taken by mistake. */
type StaffRefund = {
  refundId: string
  amount: Cents
  note: string
  paymentId?: string | undefined
  owedAgain: boolean
}

type StaffRefundRefusal =
  | Refused<'unknown-appointment' | 'which-payment' | 'not-paid' | 'owed-by-card' | 'owed-when-cancelled'>
  | Extract<RefundOutcome, { ok: false }>
  | OverLimit

/** Refunds a payment of an appointment, in full or in part, and records it in the audit trail. An equal request with
 *  its id does nothing. */
export function refundByStaff(
  db: Db,
  bookingId: string,
  { refundId, amount, note, paymentId, owedAgain }: StaffRefund,
  { caller, money, record }: By,
): Promise<{ ok: true; booking: BookingWithDoctor } | StaffRefundRefusal> {
  return transact(db, async (tx) => {
    const found = await lockBooking(tx, bookingId)
    if (!found) return refused('unknown-appointment')
    const payments = (await listPayments(tx, found.id)).filter(({ voidedAt }) => !voidedAt)
    const paid = chosenPayment(payments, paymentId)
    if (!paid) return refused(payments.length > 0 ? 'which-payment' : 'not-paid')
    if (owedAgain && paid.method === 'card-online') return refused('owed-by-card')
    if (owedAgain && found.status === 'cancelled') return refused('owed-when-cancelled')
    const limit = await refundLimitOf(tx, caller, money)
    const outcome = await withinLimit(tx, found.id, limit, (within) =>
      refundPayment(within, paid, {
        ...{ refundId, amount, reason: 'by-staff', note, requestedBy: caller.email },
        ...{ isHandedOut: true, isOwedAgain: owedAgain },
      }),
    )
    if (!outcome.ok) return outcome
    // A repeated request is not recorded again.
    if (outcome.refund > 0)
      await record(tx, 'refund-payment', targetOf(found, formatCents(amount, money)), [found.patientId])
    const booking = await lockBooking(tx, found.id)
    return booking ? { ok: true, booking } : refused('unknown-appointment')
  })
}

/** Requests a failed refund again, and records it in the audit trail. */
export function retryByStaff(
  db: Db,
  refundId: string,
  { money, record }: Omit<By, 'caller'>,
): Promise<Outcome<object, 'unknown-appointment' | 'not-failed'>> {
  return transact(db, async (tx) => {
    const refund = await findRefund(tx, refundId)
    if (!refund) return refused('unknown-appointment')
    if (!(await retryRefund(tx, refund.id))) return refused('not-failed')
    const bookingId = refund.intentId ? (await findIntent(tx, refund.intentId))?.bookingId : undefined
    const booking = bookingId ? await findAnyBooking(tx, bookingId) : undefined
    const amount = formatCents(refund.amount, money)
    const target = booking ? targetOf(booking, amount) : amount
    await record(tx, 'refund-payment', target, booking ? [booking.patientId] : [])
    return { ok: true }
  })
}

/** Returns the payment with this id; without one the card payment, or else the only one. */
function chosenPayment(payments: readonly PaymentRow[], id: string | undefined): PaymentRow | undefined {
  if (id !== undefined) return payments.find((each) => each.id === id)
  return payments.find(({ method }) => method === 'card-online') ?? (payments.length === 1 ? payments[0] : undefined)
}

function targetOf({ treatment, patientName, date, slot }: BookingWithDoctor, amount: string) {
  return `${amount} of ${patientName}’s ${treatment} on ${date}, ${slot}`
}
