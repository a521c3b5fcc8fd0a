import type { Db } from '#server/database/db.ts'
import { type ApiResponse, errorResponse, notFound } from '../errors.ts'
import { eventObject } from '../event/event.ts'
import { findEvent, listEvents } from '../event/store.ts'
import { checkAmount, parseCurrency } from '../ledger/amount.ts'
import { expandObject } from '../ledger/expand.ts'
import {
  type CallContext,
  cancelIntent,
  changeIntent,
  confirmIntent,
  createIntent,
  getIntentForUpdate,
} from '../ledger/intent.ts'
import { namedCard } from '../ledger/method.ts'
import { chargeObject, intentObject, listObject, paymentMethodObject, refundObject } from '../ledger/objects.ts'
import * as params from '../ledger/params.ts'
import { createRefund } from '../ledger/refund.ts'
import { findCharge, findIntent, findRefund, type Intent, listIntents, listRefunds } from '../ledger/store.ts'
import type { ApiCall, CallInput } from './handler.ts'

/** The calls of Stripe's API that the sandbox supports. */
export const apiCalls: ApiCall[] = [
  { method: 'POST', path: '/payment_intents', run: createPaymentIntent },
  { method: 'GET', path: '/payment_intents', run: listPaymentIntents },
  { method: 'GET', path: '/payment_intents/:id', run: retrieve('payment_intent', findIntent, intentObject, 'intent') },
  { method: 'POST', path: '/payment_intents/:id', run: updatePaymentIntent },
  { method: 'POST', path: '/payment_intents/:id/confirm', run: confirmPaymentIntent },
  { method: 'POST', path: '/payment_intents/:id/cancel', run: cancelPaymentIntent },
  { method: 'GET', path: '/charges/:id', run: retrieve('charge', findCharge, chargeObject) },
  { method: 'POST', path: '/refunds', run: createPaymentRefund },
  { method: 'GET', path: '/refunds', run: listPaymentRefunds },
  { method: 'GET', path: '/refunds/:id', run: retrieve('refund', findRefund, refundObject) },
  { method: 'GET', path: '/events', run: listAllEvents },
  { method: 'GET', path: '/events/:id', run: retrieveEvent },
]

/** Returns the response to a confirmation: the intent, or the error of its card. */
export function confirmationResponse(intent: Intent, { toObject }: CallContext): ApiResponse {
  if (intent.failure?.type !== 'card_error') return { status: 200, body: toObject(intent) }
  const { card, ...error } = intent.failure
  return errorResponse(402, {
    ...error,
    payment_intent: toObject(intent),
    payment_method: paymentMethodObject(card, intent.createdAt),
  })
}

async function createPaymentIntent(input: CallInput) {
  const { payment_method, confirm, expand, ...values } = params.parseParams(params.newIntent, input.form)
  const currency = parseCurrency(values.currency)
  checkAmount(values.amount)
  const types = values.payment_method_types
  const automatic = values.automatic_payment_methods?.enabled ?? !types
  const intent = await createIntent(
    input.db,
    {
      amount: values.amount,
      currency,
      methodTypes: types ?? ['card'],
      automatic: automatic ? (values.automatic_payment_methods?.allow_redirects ?? 'always') : null,
      metadata: values.metadata ?? {},
      description: values.description ?? null,
      receiptEmail: values.receipt_email ?? null,
      card: payment_method ? namedCard(payment_method) : null,
    },
    input.context,
  )
  if (!confirm) return intentResponse(input, intent, expand)
  return expandConfirmation(input, await confirmIntent(input.db, intent, {}, input.context), expand)
}

async function listPaymentIntents(input: CallInput) {
  const { db, form, context } = input
  const { expand, ...page } = params.parseParams(params.intentPage, form)
  await checkCursor(db, page.starting_after, 'payment_intent', findIntent)
  const toObject = (intent: Intent) => intentObject(intent, context.pagesUrl)
  return expandedResponse(
    input,
    listObject('/v1/payment_intents', await listIntents(db, page), page.limit, toObject),
    expand,
  )
}

async function updatePaymentIntent(input: CallInput) {
  const { expand, ...values } = params.parseParams(params.intentChanges, input.form)
  const intent = await getIntentForUpdate(input.db, input.id)
  if (values.amount !== undefined) checkAmount(values.amount)
  const changes = {
    ...(values.amount !== undefined && { amount: values.amount }),
    ...(values.description !== undefined && { description: values.description }),
    ...(values.receipt_email !== undefined && { receiptEmail: values.receipt_email }),
    ...(values.metadata && { metadata: mergeMetadata(intent.metadata, values.metadata) }),
    ...(values.payment_method && { card: namedCard(values.payment_method) }),
  }
  return intentResponse(input, await changeIntent(input.db, intent, changes, input.context), expand)
}

async function confirmPaymentIntent(input: CallInput) {
  const { payment_method, receipt_email, expand } = params.parseParams(params.confirmation, input.form)
  const intent = await getIntentForUpdate(input.db, input.id)
  const payment = {
    ...(payment_method && { card: namedCard(payment_method) }),
    ...(receipt_email !== undefined && { receiptEmail: receipt_email }),
  }
  return expandConfirmation(input, await confirmIntent(input.db, intent, payment, input.context), expand)
}

async function cancelPaymentIntent(input: CallInput) {
  const { cancellation_reason: reason = null, expand } = params.parseParams(params.cancellation, input.form)
  const intent = await getIntentForUpdate(input.db, input.id)
  return intentResponse(input, await cancelIntent(input.db, intent, reason, input.context), expand)
}

async function createPaymentRefund(input: CallInput) {
  const { expand, ...values } = params.parseParams(params.newRefund, input.form)
  return expandedResponse(input, refundObject(await createRefund(input.db, values, input.context)), expand)
}

async function listPaymentRefunds(input: CallInput) {
  const { expand, ...page } = params.parseParams(params.refundPage, input.form)
  await checkCursor(input.db, page.starting_after, 'refund', findRefund)
  const rows = await listRefunds(input.db, page)
  return expandedResponse(input, listObject('/v1/refunds', rows, page.limit, refundObject), expand)
}

async function listAllEvents({ db, form }: CallInput): Promise<ApiResponse> {
  const { type, types = [], ...page } = params.parseParams(params.eventPage, form)
  await checkCursor(db, page.starting_after, 'event', findEvent)
  const rows = await listEvents(db, page, type ? [type] : types)
  return { status: 200, body: listObject('/v1/events', rows, page.limit, eventObject) }
}

async function retrieveEvent({ db, id }: CallInput): Promise<ApiResponse> {
  const event = await findEvent(db, id)
  if (!event) throw notFound('event', id)
  return { status: 200, body: eventObject(event) }
}

type Find<Row> = (db: Db, id: string) => Promise<Row | undefined>

function retrieve<Row>(
  kind: string,
  find: Find<Row>,
  toObject: (row: Row, pagesUrl: string) => object,
  param = 'id',
): ApiCall['run'] {
  return async (input) => {
    const { expand } = params.parseParams(params.onlyExpand, input.form)
    const row = await find(input.db, input.id)
    if (!row) throw notFound(kind, input.id, param)
    return expandedResponse(input, toObject(row, input.context.pagesUrl), expand)
  }
}

async function checkCursor(db: Db, last: string | undefined, kind: string, find: Find<unknown>) {
  if (last && !(await find(db, last))) throw notFound(kind, last, 'starting_after', 400)
}

async function expandConfirmation(input: CallInput, intent: Intent, expand: string[] | undefined) {
  const { status, body } = confirmationResponse(intent, input.context)
  return status === 200 ? expandedResponse(input, body, expand) : { status, body }
}

function intentResponse(input: CallInput, intent: Intent, expand: string[] | undefined) {
  return expandedResponse(input, intentObject(intent, input.context.pagesUrl), expand)
}

async function expandedResponse({ db, context }: CallInput, object: object, expand: string[] | undefined) {
  return { status: 200, body: await expandObject(db, object, expand, context.pagesUrl) }
}

// An empty value deletes its key.
function mergeMetadata(current: Record<string, string>, changes: Record<string, string>) {
  return Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== ''))
}
