import type { Db } from '#server/database/db.ts'
import { missing, refused } from '../errors.ts'
import type { RecordEvent } from '../event/event.ts'
import { newId } from '../ids.ts'
import type { Failure, KeptCard } from '../schema.ts'
import { behaviourOf } from './cards.ts'
import { chargeObject, intentObject } from './objects.ts'
import { type Intent, insertCharge, insertIntent, lockIntent, updateIntent } from './store.ts'

/** The call that something is done for. `record` adds an event of it; `view` is how its caller may see an intent; `site` where the sandbox's pages are. */
export type Call = { record: RecordEvent; view: (intent: Intent) => object; site: string }

/** What came of an attempt to pay; `failure` when it came to nothing. */
export type Outcome = { intent: Intent; failure?: NonNullable<Intent['failure']> }

type NewIntent = Pick<Intent, 'amount' | 'currency' | 'methodTypes' | 'automatic' | 'metadata'> & Partial<Intent>

const open = ['requires_payment_method', 'requires_confirmation', 'requires_action']
const cancelable =
  'requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing'

/** Makes an intent. */
export async function createIntent(tx: Db, given: NewIntent, call: Call): Promise<Intent> {
  const id = newId('pi_3')
  const intent = await insertIntent(tx, {
    ...given,
    id,
    clientSecret: `${id}_secret_${newId('', 25)}`,
    status: given.card ? 'requires_confirmation' : 'requires_payment_method',
  })
  await tell(tx, 'created', intent, call)
  return intent
}

/** The intent of that id, which nobody else changes until the transaction ends.
 *  @throws ApiError when there is none. */
export async function holdIntent(tx: Db, id: string): Promise<Intent> {
  const intent = await lockIntent(tx, id)
  if (!intent) throw missing('payment_intent', id, 'intent')
  return intent
}

/** Changes a held intent. @throws ApiError once it is too late for that. */
export async function changeIntent(tx: Db, intent: Intent, changes: Partial<Intent>, call: Call): Promise<Intent> {
  const [fixed] = (['amount', 'card'] as const).filter((name) => changes[name] !== undefined)
  if (fixed && !open.includes(intent.status)) {
    const name = fixed === 'card' ? 'payment_method' : fixed
    const message = `This PaymentIntent's ${name} could not be updated because it has a status of ${intent.status}. You may only update the ${name} of a PaymentIntent with one of the following statuses: ${open.join(', ')}.`
    throw unexpected(message, intent, call)
  }
  const status = changes.card ? { status: 'requires_confirmation' } : {}
  return Object.keys(changes).length > 0 ? updateIntent(tx, intent.id, { ...changes, ...status }) : intent
}

/** Pays a held intent with `card`, or with the one that it has: it succeeds, fails, or waits for 3-D Secure.
 *  @throws ApiError when it is paid or canceled, or there is no card. */
export async function confirmIntent(
  tx: Db,
  intent: Intent,
  { card = intent.card, receiptEmail = intent.receiptEmail }: { card?: KeptCard | null; receiptEmail?: string | null },
  call: Call,
): Promise<Outcome> {
  if (intent.status === 'succeeded') {
    const message =
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
    throw unexpected(message, intent, call)
  }
  if (!open.includes(intent.status)) {
    const message = `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`
    throw unexpected(message, intent, call)
  }
  if (!card) {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken."
    throw unexpected(message, intent, call)
  }
  const waiting = intent.status === 'requires_action' && card === intent.card
  if (waiting) return { intent }
  if (!behaviourOf(card.behaviour).challenges) return attempt(tx, { ...intent, receiptEmail }, card, call)
  const asked = await updateIntent(tx, intent.id, { status: 'requires_action', card, receiptEmail, failure: null })
  await tell(tx, 'requires_action', asked, call)
  return { intent: asked }
}

/** What the bank found out by 3-D Secure. An intent that doesn't wait for it stays as it is. */
export async function authenticateIntent(tx: Db, intent: Intent, passed: boolean, call: Call): Promise<Outcome> {
  if (intent.status !== 'requires_action' || !intent.card) return { intent }
  if (passed) return attempt(tx, intent, intent.card, call)
  return fail(tx, intent, intent.card, notAuthenticated, call)
}

/** Cancels a held intent. @throws ApiError when it is paid or canceled. */
export async function cancelIntent(tx: Db, intent: Intent, reason: string | null, call: Call): Promise<Intent> {
  if (!open.includes(intent.status)) {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${cancelable}.`
    throw unexpected(message, intent, call)
  }
  const changes = { status: 'canceled', canceledAt: new Date(), cancellationReason: reason }
  const canceled = await updateIntent(tx, intent.id, changes)
  await tell(tx, 'canceled', canceled, call)
  return canceled
}

const notAuthenticated: Failure = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

// The index over charges without a failure is what makes a second one impossible.
async function attempt(tx: Db, intent: Intent, card: KeptCard, call: Call): Promise<Outcome> {
  const { failure } = behaviourOf(card.behaviour)
  const { amount, currency, metadata, description, receiptEmail } = intent
  const charge = await insertCharge(tx, {
    id: newId('ch_3'),
    intentId: intent.id,
    amount,
    currency,
    card,
    failure,
    metadata,
    description,
    receiptEmail,
  })
  await call.record(tx, failure ? 'charge.failed' : 'charge.succeeded', chargeObject(charge))
  if (failure) return fail(tx, intent, card, { ...failure, charge: charge.id }, call)
  const changes = { status: 'succeeded', card, receiptEmail, failure: null, latestCharge: charge.id }
  const paid = await updateIntent(tx, intent.id, changes)
  await tell(tx, 'succeeded', paid, call)
  return { intent: paid }
}

async function fail(tx: Db, intent: Intent, card: KeptCard, given: Failure & { charge?: string }, call: Call) {
  const failure = { ...given, card }
  const failed = await updateIntent(tx, intent.id, {
    status: 'requires_payment_method',
    card: null,
    failure,
    latestCharge: given.charge ?? intent.latestCharge,
  })
  await tell(tx, 'payment_failed', failed, call)
  return { intent: failed, failure }
}

async function tell(tx: Db, what: string, intent: Intent, { record, site }: Call) {
  await record(tx, `payment_intent.${what}`, intentObject(intent, site))
}

function unexpected(message: string, intent: Intent, { view }: Call) {
  return refused(message, { code: 'payment_intent_unexpected_state', payment_intent: view(intent) })
}
