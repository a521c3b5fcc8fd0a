import type { Db } from '#server/database/db.ts'
import { badParameter, missing, refused } from '../errors.ts'
import { newId } from '../ids.ts'
import { written } from './amount.ts'
import type { Call } from './intent.ts'
import { chargeObject, refundObject } from './objects.ts'
import { findIntent, insertRefund, lockCharge, type Refund, takeFromCharge } from './store.ts'

type NewRefund = {
  intentId?: string | undefined
  chargeId?: string | undefined
  amount?: number | undefined
  reason?: string | undefined
  metadata: Record<string, string>
}

/** Gives back `amount`, or all that is left of the charge.
 *  @throws ApiError when there is no such charge or not so much left of it. */
export async function createRefund(tx: Db, given: NewRefund, { record }: Call): Promise<Refund> {
  const charge = await chargeOf(tx, given)
  const left = charge.amount - charge.refunded
  const amount = given.amount ?? left
  if (given.amount !== undefined && amount < 1) {
    throw badParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  }
  if (left === 0) {
    throw refused(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const taken = await takeFromCharge(tx, charge.id, amount)
  if (!taken) {
    const [wanted, there] = [amount, left].map((sum) => written(sum, charge.currency))
    throw refused(`Refund amount (${wanted}) is greater than unrefunded amount on charge (${there})`, {
      param: 'amount',
    })
  }
  const refund = await insertRefund(tx, {
    id: newId('re_3'),
    chargeId: charge.id,
    intentId: charge.intentId,
    amount,
    currency: charge.currency,
    reason: given.reason,
    metadata: given.metadata,
  })
  await record(tx, 'refund.created', refundObject(refund))
  await record(tx, 'charge.refunded', chargeObject(taken))
  await record(tx, 'refund.updated', refundObject(refund))
  return refund
}

async function chargeOf(tx: Db, { intentId, chargeId }: NewRefund) {
  if (!intentId && !chargeId) {
    const message = 'One of the following params should be provided for this request: payment_intent or charge.'
    throw badParameter('payment_intent', message, 'parameter_missing')
  }
  const intent = intentId ? await findIntent(tx, intentId) : undefined
  if (intentId && !intent) throw missing('payment_intent', intentId, 'payment_intent')
  const id = chargeId ?? intent?.latestCharge
  const charge = id ? await lockCharge(tx, id) : undefined
  if (chargeId && !charge) throw missing('charge', chargeId, 'charge')
  if (!charge || charge.failure) {
    const which = intentId ?? charge?.intentId
    throw refused(`This PaymentIntent (${which}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
    })
  }
  return charge
}
