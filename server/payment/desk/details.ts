import type { PaymentDetails } from '#contract/desk/payment.ts'
import { toDollars } from '#contract/kit/money.ts'
import { type BookingWithDoctor, balanceOf } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { type ChargeRow, listCharges, listPayments, type PaymentRow, readClosedThrough } from '../payment-store.ts'
import { listRefundsOf, type RefundRow } from '../refund/store.ts'
import { findIntent } from '../store.ts'
import { voidRefusal } from './change-money.ts'

/** Returns everything about the money of a booking as the API represents it to staff. */
export async function detailsOf(db: Db, booking: BookingWithDoctor): Promise<PaymentDetails> {
  const { id, priceCents, receivedCents, refundingCents, refundedCents, transactionId } = booking
  const { owed, surplus } = balanceOf(booking)
  const [charges, payments, refunds, closedThrough] = [
    await listCharges(db, id),
    await listPayments(db, id),
    await listRefundsOf(db, id),
    await readClosedThrough(db),
  ]
  const intents = await Promise.all(
    payments.flatMap(({ intentId }) => (intentId === null ? [] : [findIntent(db, intentId)])),
  )
  const { dispute, disputedAt } = intents.find((each) => each?.dispute) ?? {}
  return {
    price: toDollars(priceCents),
    owed: toDollars(owed),
    ...(surplus > 0 && { surplus: toDollars(surplus) }),
    received: toDollars(receivedCents),
    paid: transactionId !== null,
    left: toDollars(receivedCents - refundingCents - refundedCents),
    ...(transactionId !== null && { transactionId }),
    ...(dispute && disputedAt && { dispute: { status: dispute, at: disputedAt.toISOString() } }),
    charges: charges.map(toCharge),
    payments: payments.map((row) => toPayment(row, closedThrough)),
    refunds: refunds.map(toRefund),
  }
}

function toCharge({ id, kind, words, amount, reason, madeBy, madeAt, ...row }: ChargeRow) {
  return {
    ...{ _id: id, kind, words, amount: toDollars(amount), reason },
    ...(madeBy !== null && { madeBy }),
    at: madeAt.toISOString(),
    ...voidOf(row),
  }
}

function toPayment(row: PaymentRow, closedThrough: string | null) {
  const { id, method, amount, reference, receipt, takenBy, takenAt, refunded, voidReason } = row
  return {
    ...{ _id: id, method, amount: toDollars(amount), reference, receipt },
    ...(takenBy !== null && { takenBy }),
    at: takenAt.toISOString(),
    left: row.voidedAt ? 0 : toDollars(amount - refunded),
    mayBeVoided: voidRefusal(row, closedThrough) === undefined,
    ...voidOf(row),
    voidReason,
  }
}

function voidOf({ voidedAt, voidedBy }: Pick<PaymentRow, 'voidedAt' | 'voidedBy'>) {
  return {
    ...(voidedAt && { voidedAt: voidedAt.toISOString() }),
    ...(voidedBy !== null && { voidedBy }),
  }
}

function toRefund({
  id,
  paymentId,
  method,
  amount,
  state,
  reason,
  note,
  requestedBy,
  createdAt,
  succeededAt,
}: RefundRow) {
  return {
    ...{ _id: id, method, amount: toDollars(amount), state, reason, note },
    ...(paymentId !== null && { paymentId }),
    ...(requestedBy !== null && { requestedBy }),
    at: createdAt.toISOString(),
    ...(succeededAt && { succeededAt: succeededAt.toISOString() }),
  }
}
