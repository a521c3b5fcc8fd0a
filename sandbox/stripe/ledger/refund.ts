import type { Db } from '#server/database/db.ts'
import { invalidParameter, invalidRequest, notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import type { RefundOutcome } from '../schema.ts'
import { formatAmount } from './amount.ts'
import { behaviourOf, refundDecidedAfterMs } from './cards.ts'
import type { CallContext } from './intent.ts'
import { chargeObject, refundObject } from './objects.ts'
import { findIntent, insertRefund, lockCharge, type Refund, returnFailedRefunds, updateRefunded } from './store.ts'

type NewRefund = {
  payment_intent?: string | undefined
  charge?: string | undefined
  amount?: number | undefined
  reason?: string | undefined
  metadata?: Record<string, string> | undefined
}

/** Refunds `amount`, or all that is left of the charge. @throws ApiError if the charge does not exist or has less than
 *  that left. */
export async function createRefund(input: NewRefund, { db, recordEvent }: CallContext): Promise<Refund> {
  const charge = await findRefundable(db, input)
  const left = charge.amount - charge.refunded + (await returnFailedRefunds(db, charge.id))
  const amount = input.amount ?? left
  if (input.amount !== undefined && amount < 1) {
    throw invalidParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  }
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const refunded = await updateRefunded(db, charge.id, amount)
  if (!refunded) {
    const [wanted, available] = [amount, left].map((each) => formatAmount(each, charge.currency))
    const message = `Refund amount (${wanted}) is greater than unrefunded amount on charge (${available})`
    throw invalidRequest(message, { param: 'amount' })
  }
  const { id: chargeId, intentId, currency } = charge
  const { reason, metadata = {} } = input
  const outcome: RefundOutcome = behaviourOf(charge.card.behaviour).refunds ?? 'at-once'
  const values = { id: newId('re_3'), chargeId, intentId, amount, currency, reason, metadata, outcome }
  const refund = await insertRefund(db, values)
  await recordEvent('refund.created', refundObject(refund))
  await recordEvent('charge.refunded', chargeObject(refunded))
  if (outcome === 'at-once') {
    await recordEvent('refund.updated', refundObject(refund))
  } else {
    const decidedAt = new Date(refund.createdAt.getTime() + refundDecidedAfterMs)
    const type = outcome === 'fails' ? 'refund.failed' : 'refund.updated'
    await recordEvent(type, refundObject(refund, decidedAt), decidedAt)
  }
  return refund
}

async function findRefundable(tx: Db, { payment_intent: intentId, charge: chargeId }: NewRefund) {
  if (!intentId && !chargeId) {
    const message = 'One of the following params should be provided for this request: payment_intent or charge.'
    throw invalidParameter('payment_intent', message, 'parameter_missing')
  }
  const intent = intentId ? await findIntent(tx, intentId) : undefined
  if (intentId && !intent) throw notFound('payment_intent', intentId, 'payment_intent')
  const id = chargeId ?? intent?.latestCharge
  const charge = id ? await lockCharge(tx, id) : undefined
  if (chargeId && !charge) throw notFound('charge', chargeId, 'charge')
  if (!charge || charge.failure) {
    const message = `This PaymentIntent (${intentId ?? charge?.intentId}) does not have a successful charge to refund.`
    throw invalidRequest(message, { code: 'payment_intent_unexpected_state' })
  }
  return charge
}
