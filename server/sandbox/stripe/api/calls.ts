import type { Db } from '#server/database/db.ts'
import { type Answer, answerWith, missing } from '../errors.ts'
import { eventObject } from '../event/event.ts'
import { findEvent, listEvents } from '../event/store.ts'
import type { Form } from '../form.ts'
import { checkAmount, readCurrency } from '../ledger/amount.ts'
import { expandObject } from '../ledger/expand.ts'
import {
  type Call,
  cancelIntent,
  changeIntent,
  confirmIntent,
  createIntent,
  holdIntent,
  type Outcome,
} from '../ledger/intent.ts'
import { cardNamed } from '../ledger/method.ts'
import { chargeObject, intentObject, listObject, paymentMethodObject, refundObject } from '../ledger/objects.ts'
import * as params from '../ledger/params.ts'
import { createRefund } from '../ledger/refund.ts'
import { findCharge, findIntent, findRefund, listIntents, listRefunds } from '../ledger/store.ts'
import type { KeptCard } from '../schema.ts'

/** What a call of the API is about. `db` is its transaction, if it changes something. */
type Asked = { db: Db; id: string; given: Form; call: Call }

/** A call of the API, below `/v1`. */
export type ApiCall = { method: 'GET' | 'POST'; path: string; run: (asked: Asked) => Promise<Answer> }

/** What the sandbox knows of Stripe's API. */
export const apiCalls: ApiCall[] = [
  { method: 'POST', path: '/payment_intents', run: createPaymentIntent },
  { method: 'GET', path: '/payment_intents', run: listPaymentIntents },
  { method: 'GET', path: '/payment_intents/:id', run: retrievePaymentIntent },
  { method: 'POST', path: '/payment_intents/:id', run: updatePaymentIntent },
  { method: 'POST', path: '/payment_intents/:id/confirm', run: confirmPaymentIntent },
  { method: 'POST', path: '/payment_intents/:id/cancel', run: cancelPaymentIntent },
  { method: 'GET', path: '/charges/:id', run: retrieveCharge },
  { method: 'POST', path: '/refunds', run: createRefundOf },
  { method: 'GET', path: '/refunds', run: listRefundsOf },
  { method: 'GET', path: '/refunds/:id', run: retrieveRefund },
  { method: 'GET', path: '/events', run: listAllEvents },
  { method: 'GET', path: '/events/:id', run: retrieveEvent },
]

/** The answer to an attempt to pay: the intent, or the error of a card that failed, which leaves what happened in place. */
export function answerTo({ intent, failure }: Outcome, { view }: Call): Answer {
  if (failure?.type !== 'card_error') return { status: 200, body: view(intent) }
  const { card, ...error } = failure
  return answerWith(402, {
    ...error,
    payment_intent: view(intent),
    payment_method: paymentMethodObject(card, intent.createdAt),
  })
}

async function createPaymentIntent(asked: Asked) {
  const { payment_method, confirm, expand, ...given } = params.readParams(params.newIntent, asked.given)
  const currency = readCurrency(given.currency)
  checkAmount(given.amount, currency)
  const types = given.payment_method_types
  const automatic = given.automatic_payment_methods?.enabled ?? !types
  const intent = await createIntent(
    asked.db,
    {
      amount: given.amount,
      currency,
      methodTypes: types ?? ['card'],
      automatic: automatic ? (given.automatic_payment_methods?.allow_redirects ?? 'always') : null,
      metadata: given.metadata ?? {},
      description: given.description ?? null,
      receiptEmail: given.receipt_email ?? null,
      card: payment_method ? cardNamed(payment_method) : null,
    },
    asked.call,
  )
  if (!confirm) return answer(asked, intentObject(intent, asked.call.site), expand)
  return answerExpanded(asked, await confirmIntent(asked.db, intent, {}, asked.call), expand)
}

async function listPaymentIntents({ db, given, call }: Asked) {
  const { expand, ...page } = params.readParams(params.intentPage, given)
  const after = page.starting_after
  if (after && !(await findIntent(db, after))) throw missing('payment_intent', after, 'starting_after', 400)
  const found = await listIntents(db, { ...page, startingAfter: after })
  const list = listObject('/v1/payment_intents', found, page.limit, (intent) => intentObject(intent, call.site))
  return answer({ db, call }, list, expand)
}

async function retrievePaymentIntent({ db, id, given, call }: Asked) {
  const { expand } = params.readParams(params.onlyExpand, given)
  const intent = await findIntent(db, id)
  if (!intent) throw missing('payment_intent', id, 'intent')
  return answer({ db, call }, intentObject(intent, call.site), expand)
}

async function updatePaymentIntent({ db, id, given, call }: Asked) {
  const { expand, ...wanted } = params.readParams(params.intentChanges, given)
  const intent = await holdIntent(db, id)
  if (wanted.amount !== undefined) checkAmount(wanted.amount, intent.currency)
  const changed = await changeIntent(
    db,
    intent,
    {
      ...(wanted.amount !== undefined && { amount: wanted.amount }),
      ...(wanted.description !== undefined && { description: wanted.description }),
      ...(wanted.receipt_email !== undefined && { receiptEmail: wanted.receipt_email }),
      ...(wanted.metadata && { metadata: merged(intent.metadata, wanted.metadata) }),
      ...(wanted.payment_method && { card: cardNamed(wanted.payment_method) }),
    },
    call,
  )
  return answer({ db, call }, intentObject(changed, call.site), expand)
}

async function confirmPaymentIntent(asked: Asked) {
  const { payment_method, receipt_email, expand } = params.readParams(params.confirmation, asked.given)
  const intent = await holdIntent(asked.db, asked.id)
  const given: { card?: KeptCard; receiptEmail?: string | null } = {
    ...(payment_method && { card: cardNamed(payment_method) }),
    ...(receipt_email !== undefined && { receiptEmail: receipt_email }),
  }
  return answerExpanded(asked, await confirmIntent(asked.db, intent, given, asked.call), expand)
}

async function cancelPaymentIntent({ db, id, given, call }: Asked) {
  const { cancellation_reason, expand } = params.readParams(params.cancellation, given)
  const canceled = await cancelIntent(db, await holdIntent(db, id), cancellation_reason ?? null, call)
  return answer({ db, call }, intentObject(canceled, call.site), expand)
}

async function retrieveCharge({ db, id, given, call }: Asked) {
  const { expand } = params.readParams(params.onlyExpand, given)
  const charge = await findCharge(db, id)
  if (!charge) throw missing('charge', id)
  return answer({ db, call }, chargeObject(charge), expand)
}

async function createRefundOf({ db, given, call }: Asked) {
  const wanted = params.readParams(params.newRefund, given)
  const { amount, reason, metadata = {} } = wanted
  const refund = await createRefund(
    db,
    { intentId: wanted.payment_intent, chargeId: wanted.charge, amount, reason, metadata },
    call,
  )
  return answer({ db, call }, refundObject(refund), wanted.expand)
}

async function listRefundsOf({ db, given, call }: Asked) {
  const { expand, ...page } = params.readParams(params.refundPage, given)
  const after = page.starting_after
  if (after && !(await findRefund(db, after))) throw missing('refund', after, 'starting_after', 400)
  const of = { intentId: page.payment_intent, chargeId: page.charge }
  const found = await listRefunds(db, { ...page, startingAfter: after }, of)
  return answer({ db, call }, listObject('/v1/refunds', found, page.limit, refundObject), expand)
}

async function retrieveRefund({ db, id, given, call }: Asked) {
  const { expand } = params.readParams(params.onlyExpand, given)
  const refund = await findRefund(db, id)
  if (!refund) throw missing('refund', id)
  return answer({ db, call }, refundObject(refund), expand)
}

async function listAllEvents({ db, given }: Asked): Promise<Answer> {
  const { limit, starting_after: after, type, types = [] } = params.readParams(params.eventPage, given)
  if (after && !(await findEvent(db, after))) throw missing('event', after, 'starting_after', 400)
  const found = await listEvents(db, { limit, startingAfter: after, types: type ? [type] : types })
  return { status: 200, body: listObject('/v1/events', found, limit, eventObject) }
}

async function retrieveEvent({ db, id }: Asked): Promise<Answer> {
  const event = await findEvent(db, id)
  if (!event) throw missing('event', id)
  return { status: 200, body: eventObject(event) }
}

async function answerExpanded(asked: Asked, outcome: Outcome, expand: string[] | undefined) {
  const { status, body } = answerTo(outcome, asked.call)
  return status === 200 ? answer(asked, body, expand) : { status, body }
}

async function answer({ db, call }: Pick<Asked, 'db' | 'call'>, object: object, expand: string[] | undefined) {
  return { status: 200, body: await expandObject(db, object, expand, call.site) }
}

// An empty value takes a name away.
function merged(known: Record<string, string>, given: Record<string, string>) {
  return Object.fromEntries(Object.entries({ ...known, ...given }).filter(([, value]) => value !== ''))
}
