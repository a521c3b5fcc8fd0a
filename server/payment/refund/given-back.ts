import { type ChargeRow, isChargedAsNoShow, type PaymentRow } from '../payment-store.ts'
import type { RefundRow } from './store.ts'

/** The money of an appointment, in cents; charges in the order in which they were made. `listPrice`: the price of its
 *  treatment today. `noShowFee`: the clinic's. */
type AppointmentMoney = {
  charges: readonly Pick<ChargeRow, 'kind' | 'words' | 'amount' | 'refundId' | 'voidedAt'>[]
  payments: readonly Pick<PaymentRow, 'amount' | 'voidedAt'>[]
  refunds: readonly Pick<RefundRow, 'amount' | 'state'>[]
  listPrice: number
  noShowFee: number
}

/** Returns the cents that were given back of an appointment: refunded, voided, or no longer charged. */
export function givenBack({ charges, payments, refunds, ...prices }: AppointmentMoney): number {
  const refunded = sum(refunds.filter(({ state }) => state !== 'void'))
  const voided = sum(payments.filter(({ voidedAt }) => voidedAt))
  const credited = -sum(charges.filter(({ refundId, voidedAt }) => refundId !== null && !voidedAt))
  // A refund without a credit gave back what was paid beyond the fee: with a lower fee, that counts once.
  const counted = isChargedAsNoShow(charges) ? refunded - credited : 0
  return refunded + voided + Math.max(0, priceReduction(charges, prices) - counted)
}

/** Returns how far the charge that counts is below the highest one for the same. What was not charged at first counts
 *  from its list price: otherwise another treatment would be a way to any price. */
function priceReduction(
  charges: AppointmentMoney['charges'],
  { listPrice, noShowFee }: Pick<AppointmentMoney, 'listPrice' | 'noShowFee'>,
): number {
  const current = charges.find(({ kind, voidedAt }) => kind !== 'credit' && !voidedAt)
  if (!current) return 0
  const alike = charges.filter(({ kind }) => kind === current.kind)
  const start = alike.findLastIndex(({ words }) => words !== current.words) + 1
  const asked = alike.slice(start).map(({ amount }) => amount)
  if (current.kind === 'no-show') asked.push(noShowFee)
  else if (start > 0) asked.push(listPrice)
  return Math.max(...asked) - current.amount
}

function sum(rows: readonly { amount: number }[]) {
  return rows.reduce((total, { amount }) => total + amount, 0)
}
