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
import {
  chargeObject,
  disputeObject,
  intentObject,
  listObject,
  paymentMethodObject,
  refundObject,
} from '../ledger/objects.ts'
import * as params from '../ledger/params.ts'
import { createRefund } from '../ledger/refund.ts'
import { findCharge, findIntent, findRefund, type Intent, listIntents, listRefunds } from '../ledger/store.ts'
import type { ApiCall, CallRequest } from './handler.ts'

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
  { method: 'GET', path: '/refunds/:id', run: retrieve('refund', findRefund, (refund) => refundObject(refund)) },
  { method: 'GET', path: '/disputes', run: listDisputes },
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

async function createPaymentIntent(call: CallRequest) {
  const { payment_method, confirm, expand, ...values } = params.parseParams(params.newIntent, call.form)
  const currency = parseCurrency(values.currency)
  checkAmount(values.amount, currency)
  const types = values.payment_method_types
  const automatic = values.automatic_payment_methods?.enabled ?? !types
  const intent = await createIntent(
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
    call,
  )
  if (!confirm) return intentResponse(call, intent, expand)
  return expandConfirmation(call, await confirmIntent(intent, {}, call), expand)
}

async function listPaymentIntents(call: CallRequest) {
  const { expand, ...page } = params.parseParams(params.intentPage, call.form)
  await checkCursor(call.db, page.starting_after, 'payment_intent', findIntent)
  const toObject = (intent: Intent) => intentObject(intent, call.pagesUrl)
  const rows = await listIntents(call.db, page)
  return expandedResponse(call, listObject('/v1/payment_intents', rows, page.limit, toObject), expand)
}

async function updatePaymentIntent(call: CallRequest) {
  const { expand, ...values } = params.parseParams(params.intentChanges, call.form)
  const intent = await getIntentForUpdate(call)
  if (values.amount !== undefined) checkAmount(values.amount, intent.currency)
  const changes = {
    ...(values.amount !== undefined && { amount: values.amount }),
    ...(values.description !== undefined && { description: values.description }),
    ...(values.receipt_email !== undefined && { receiptEmail: values.receipt_email }),
    ...(values.metadata && { metadata: mergeMetadata(intent.metadata, values.metadata) }),
    ...(values.payment_method && { card: namedCard(values.payment_method) }),
  }
  return intentResponse(call, await changeIntent(intent, changes, call), expand)
}

async function confirmPaymentIntent(call: CallRequest) {
  const { payment_method, receipt_email, expand } = params.parseParams(params.confirmation, call.form)
  const intent = await getIntentForUpdate(call)
  const payment = {
    ...(payment_method && { card: namedCard(payment_method) }),
    ...(receipt_email !== undefined && { receiptEmail: receipt_email }),
  }
  return expandConfirmation(call, await confirmIntent(intent, payment, call), expand)
}

async function cancelPaymentIntent(call: CallRequest) {
  const { cancellation_reason: reason = null, expand } = params.parseParams(params.cancellation, call.form)
  const intent = await getIntentForUpdate(call)
  return intentResponse(call, await cancelIntent(intent, reason, call), expand)
}

async function createPaymentRefund(call: CallRequest) {
  const { expand, ...values } = params.parseParams(params.newRefund, call.form)
  return expandedResponse(call, refundObject(await createRefund(values, call)), expand)
}

async function listPaymentRefunds(call: CallRequest) {
  const { expand, ...page } = params.parseParams(params.refundPage, call.form)
  await checkCursor(call.db, page.starting_after, 'refund', findRefund)
  const rows = await listRefunds(call.db, page)
  return expandedResponse(
    call,
    listObject('/v1/refunds', rows, page.limit, (row) => refundObject(row)),
    expand,
  )
}

async function listDisputes({ db, form }: CallRequest): Promise<ApiResponse> {
  const { payment_intent: id, limit } = params.parseParams(params.disputePage, form)
  const intent = await findIntent(db, id)
  if (!intent) throw notFound('payment_intent', id, 'payment_intent')
  const charge = intent.latestCharge ? await findCharge(db, intent.latestCharge) : undefined
  const disputes = charge ? [disputeObject(charge)].filter((found) => found !== undefined) : []
  return { status: 200, body: listObject('/v1/disputes', disputes, limit, (dispute) => dispute) }
}

async function listAllEvents({ db, form }: CallRequest): Promise<ApiResponse> {
  const { type, types = [], ...page } = params.parseParams(params.eventPage, form)
  await checkCursor(db, page.starting_after, 'event', findEvent)
  const rows = await listEvents(db, page, type ? [type] : types)
  return { status: 200, body: listObject('/v1/events', rows, page.limit, eventObject) }
}

async function retrieveEvent({ db, id }: CallRequest): Promise<ApiResponse> {
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
  return async (call) => {
    const { expand } = params.parseParams(params.onlyExpand, call.form)
    const row = await find(call.db, call.id)
    if (!row) throw notFound(kind, call.id, param)
    return expandedResponse(call, toObject(row, call.pagesUrl), expand)
  }
}

async function checkCursor(db: Db, last: string | undefined, kind: string, find: Find<unknown>) {
  if (last && !(await find(db, last))) throw notFound(kind, last, 'starting_after', 400)
}

async function expandConfirmation(call: CallRequest, intent: Intent, expand: string[] | undefined) {
  const { status, body } = confirmationResponse(intent, call)
  return status === 200 ? expandedResponse(call, body, expand) : { status, body }
}

function intentResponse(call: CallRequest, intent: Intent, expand: string[] | undefined) {
  return expandedResponse(call, intentObject(intent, call.pagesUrl), expand)
}

async function expandedResponse(call: CallRequest, object: object, expand: string[] | undefined) {
  return { status: 200, body: await expandObject(call, object, expand) }
}

// An empty value deletes its key.
function mergeMetadata(current: Record<string, string>, changes: Record<string, string>) {
  return Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== ''))
}
