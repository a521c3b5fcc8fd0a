import type { Db } from '#server/database/db.ts'
import { invalidRequest, notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Failure, StoredCard } from '../schema.ts'
import { behaviourOf } from './cards.ts'
import { chargeObject, disputeObject, intentObject } from './objects.ts'
import { type Intent, insertCharge, insertIntent, lockIntent, updateIntent } from './store.ts'

/** The context of a call. */
export type CallContext = {
  /** The transaction, if the call changes something. */
  db: Db
  /** Adds an event that the call causes. */
  /** Adds an event, which is delivered at `at` at the earliest. */
  recordEvent: (type: string, object: object, at?: Date) => Promise<void>
  /** Returns an intent with the fields that the caller may see. */
  toObject: (intent: Intent) => object
  /** The URL of the sandbox's pages. */
  pagesUrl: string
}

type NewIntent = Pick<Intent, 'amount' | 'currency' | 'methodTypes' | 'automatic' | 'metadata'> & Partial<Intent>

const openStatuses = ['requires_payment_method', 'requires_confirmation', 'requires_action']
const cancelableStatuses =
  'requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing'

/** Creates an intent. */
export async function createIntent(input: NewIntent, call: CallContext): Promise<Intent> {
  const id = newId('pi_3')
  const clientSecret = `${id}_secret_${newId('', 25)}`
  const status = input.card ? 'requires_confirmation' : 'requires_payment_method'
  const intent = await insertIntent(call.db, { ...input, id, clientSecret, status })
  await recordIntentEvent('created', intent, call)
  return intent
}

/** Selects the intent FOR UPDATE. @throws ApiError if it does not exist. */
export async function getIntentForUpdate({ db, id }: { db: Db; id: string }): Promise<Intent> {
  const intent = await lockIntent(db, id)
  if (!intent) throw notFound('payment_intent', id, 'intent')
  return intent
}

/** Changes a locked intent. @throws ApiError if its status does not permit the change. */
export async function changeIntent(intent: Intent, changes: Partial<Intent>, call: CallContext): Promise<Intent> {
  const name = changes.amount !== undefined ? 'amount' : changes.card && 'payment_method'
  if (name && !isOpen(intent)) {
    const message = `This PaymentIntent's ${name} could not be updated because it has a status of ${intent.status}. You may only update the ${name} of a PaymentIntent with one of the following statuses: ${openStatuses.join(', ')}.`
    throw unexpectedState(message, intent, call)
  }
  const status = changes.card ? { status: 'requires_confirmation' } : {}
  return Object.keys(changes).length > 0 ? updateIntent(call.db, intent.id, { ...changes, ...status }) : intent
}

/** Pays a locked intent with `card`, or with the card that it has. The returned intent has succeeded, failed or
 *  requires 3-D Secure.
 *  @throws ApiError if the intent is paid or canceled, or if there is no card. */
export async function confirmIntent(
  intent: Intent,
  { card = intent.card, receiptEmail = intent.receiptEmail }: Partial<Pick<Intent, 'card' | 'receiptEmail'>>,
  call: CallContext,
): Promise<Intent> {
  if (intent.status === 'succeeded') {
    const message =
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
    throw unexpectedState(message, intent, call)
  }
  if (!isOpen(intent)) {
    const message = `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`
    throw unexpectedState(message, intent, call)
  }
  if (!card) {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken."
    throw unexpectedState(message, intent, call)
  }
  if (intent.status === 'requires_action' && card === intent.card) return intent
  if (!behaviourOf(card.behaviour).challenges) return chargeCard({ ...intent, receiptEmail }, card, call)
  const challenged = await updateIntent(call.db, intent.id, {
    status: 'requires_action',
    card,
    receiptEmail,
    failure: null,
  })
  await recordIntentEvent('requires_action', challenged, call)
  return challenged
}

/** Ends the 3-D Secure authentication of a locked intent: charges its card if it `passed`. Any other intent stays as it
 *  is. */
export async function authenticateIntent(intent: Intent, passed: boolean, call: CallContext): Promise<Intent> {
  if (intent.status !== 'requires_action' || !intent.card) return intent
  if (passed) return chargeCard(intent, intent.card, call)
  return failIntent(intent, { ...authenticationFailure, card: intent.card }, call)
}

/** Cancels a locked intent. @throws ApiError if it is paid or canceled. */
export async function cancelIntent(
  intent: Intent,
  cancellationReason: string | null,
  call: CallContext,
): Promise<Intent> {
  if (!isOpen(intent)) {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${cancelableStatuses}.`
    throw unexpectedState(message, intent, call)
  }
  const changes = { status: 'canceled', canceledAt: new Date(), cancellationReason }
  const canceled = await updateIntent(call.db, intent.id, changes)
  await recordIntentEvent('canceled', canceled, call)
  return canceled
}

const authenticationFailure: Failure = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

// A unique index over successful charges prevents a second one.
async function chargeCard(intent: Intent, card: StoredCard, call: CallContext): Promise<Intent> {
  const { failure } = behaviourOf(card.behaviour)
  const { id: intentId, amount, currency, metadata, description, receiptEmail } = intent
  const values = { intentId, amount, currency, card, failure, metadata, description, receiptEmail }
  const charge = await insertCharge(call.db, { ...values, id: newId('ch_3') })
  await call.recordEvent(failure ? 'charge.failed' : 'charge.succeeded', chargeObject(charge))
  if (failure) return failIntent(intent, { ...failure, charge: charge.id, card }, call)
  const changes = { status: 'succeeded', card, receiptEmail, failure: null, latestCharge: charge.id }
  const paid = await updateIntent(call.db, intent.id, changes)
  await recordIntentEvent('succeeded', paid, call)
  const dispute = disputeObject(charge)
  if (dispute) await call.recordEvent('charge.dispute.created', dispute)
  return paid
}

async function failIntent(intent: Intent, failure: NonNullable<Intent['failure']>, call: CallContext) {
  const latestCharge = failure.charge ?? intent.latestCharge
  const changes = { status: 'requires_payment_method', card: null, failure, latestCharge }
  const failed = await updateIntent(call.db, intent.id, changes)
  await recordIntentEvent('payment_failed', failed, call)
  return failed
}

async function recordIntentEvent(name: string, intent: Intent, { recordEvent, pagesUrl }: CallContext) {
  await recordEvent(`payment_intent.${name}`, intentObject(intent, pagesUrl))
}

function isOpen({ status }: Intent) {
  return openStatuses.includes(status)
}

function unexpectedState(message: string, intent: Intent, { toObject }: CallContext) {
  return invalidRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: toObject(intent) })
}
