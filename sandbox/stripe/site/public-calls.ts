import { z } from 'zod'
import { confirmationResponse } from '../api/calls.ts'
import type { ApiCall, CallRequest } from '../api/handler.ts'
import { type ApiResponse, invalidRequest } from '../errors.ts'
import { authenticateIntent, confirmIntent, getIntentForUpdate } from '../ledger/intent.ts'
import { validateCard } from '../ledger/method.ts'
import { paymentMethodObject } from '../ledger/objects.ts'
import { parseParams } from '../ledger/params.ts'
import { findIntent, type Intent } from '../ledger/store.ts'
import { publishableKey } from '../publishable-key.ts'
import type { Methods } from './methods.ts'

const text = z.string().max(500)
const credentials = z.strictObject({ key: text, client_secret: text })
const number = text.transform((value) => (/^\d{1,4}$/.test(value) ? Number(value) : Number.NaN))
const optionalText = text.transform((value) => value || null).default(null)
const typedMethod = z.strictObject({
  type: z.literal('card'),
  card: z.strictObject({ number: text, exp_month: number, exp_year: number, cvc: text }),
  billing_details: z
    .object({
      name: optionalText,
      email: optionalText,
      address: z.object({ postal_code: optionalText }).default({ postal_code: null }),
    })
    .default({ name: null, email: null, address: { postal_code: null } }),
})
const newMethod = typedMethod.extend({ key: text })
const confirmation = credentials.extend({
  payment_method: text.optional(),
  payment_method_data: typedMethod.optional(),
  receipt_email: text.optional(),
  return_url: text.optional(),
  expected_payment_method_type: text.optional(),
  use_stripe_sdk: text.optional(),
})
const authentication = credentials.extend({ outcome: z.enum(['complete', 'fail']) })

/** Returns the calls that browsers may make with the publishable key. */
export function publicCalls(methods: Methods): ApiCall[] {
  return [
    { method: 'POST', path: '/payment_methods', run: (call) => createMethod(call, methods) },
    { method: 'GET', path: '/payment_intents/:id', run: retrieve },
    { method: 'POST', path: '/payment_intents/:id/confirm', run: (call) => confirm(call, methods) },
    { method: 'POST', path: '/payment_intents/:id/authenticate', run: authenticate },
    { method: 'POST', path: '/payment_intents/:id/source_cancel', run: cancelAuthentication },
  ]
}

async function retrieve({ db, id, form, toObject }: CallRequest): Promise<ApiResponse> {
  const allowed = parseParams(credentials, form)
  const intent = await findIntent(db, id)
  checkCredentials(intent, allowed)
  return { status: 200, body: toObject(intent) }
}

async function createMethod({ form }: CallRequest, methods: Methods): Promise<ApiResponse> {
  const { key, ...method } = parseParams(newMethod, form)
  checkKey(key)
  const now = new Date()
  const card = toCard(method, now)
  methods.add(card)
  return { status: 200, body: paymentMethodObject(card, now) }
}

async function confirm(call: CallRequest, methods: Methods): Promise<ApiResponse> {
  const {
    payment_method: methodId,
    payment_method_data: data,
    receipt_email,
    ...allowed
  } = parseParams(confirmation, call.form)
  const intent = await lockAllowed(call, allowed)
  const card = data ? toCard(data, new Date()) : methodId && methods.find(methodId)
  const payment = { ...(card && { card }), ...(receipt_email && { receiptEmail: receipt_email }) }
  const confirmed = await confirmIntent(intent, payment, call)
  if (methodId && !confirmed.failure) methods.delete(methodId)
  return confirmationResponse(confirmed, call)
}

// Only this function receives a card number. It validates and discards it.
function toCard({ card, billing_details: { name, email, address } }: z.infer<typeof typedMethod>, now: Date) {
  const typed = { number: card.number, expMonth: card.exp_month, expYear: card.exp_year, cvc: card.cvc }
  return validateCard(typed, { name, email, postalCode: address.postal_code }, now)
}

async function authenticate(call: CallRequest): Promise<ApiResponse> {
  const { outcome, ...allowed } = parseParams(authentication, call.form)
  const intent = await lockAllowed(call, allowed)
  return { status: 200, body: call.toObject(await authenticateIntent(intent, outcome === 'complete', call)) }
}

async function cancelAuthentication(call: CallRequest): Promise<ApiResponse> {
  const intent = await lockAllowed(call, parseParams(credentials, call.form))
  return { status: 200, body: call.toObject(await authenticateIntent(intent, false, call)) }
}

type Credentials = z.infer<typeof credentials>

async function lockAllowed(call: CallRequest, allowed: Credentials): Promise<Intent> {
  const intent = await getIntentForUpdate(call)
  checkCredentials(intent, allowed)
  return intent
}

function checkCredentials(intent: Intent | undefined, { key, client_secret }: Credentials): asserts intent is Intent {
  checkKey(key)
  if (intent?.clientSecret === client_secret) return
  const message = 'The client_secret provided does not match the client_secret associated with the PaymentIntent.'
  throw invalidRequest(message, { code: 'payment_intent_invalid_parameter', param: 'client_secret' })
}

function checkKey(key: string) {
  if (key === publishableKey) return
  throw invalidRequest(`Invalid API Key provided: ${key.slice(0, 8)}****`, {}, 401)
}
