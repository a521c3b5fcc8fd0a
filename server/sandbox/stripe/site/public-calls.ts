import { z } from 'zod'
import type { Db } from '#server/database/db.ts'
import { answerTo } from '../api/calls.ts'
import { type Answer, ApiError, refused } from '../errors.ts'
import type { Form } from '../form.ts'
import { authenticateIntent, type Call, confirmIntent, holdIntent } from '../ledger/intent.ts'
import { cardTyped } from '../ledger/method.ts'
import { paymentMethodObject } from '../ledger/objects.ts'
import { readParams } from '../ledger/params.ts'
import { findIntent, type Intent } from '../ledger/store.ts'
import { publishableKey } from '../publishable-key.ts'
import type { Methods } from './methods.ts'

type Asked = { db: Db; id: string; given: Form; call: Call; methods: Methods }

/** What a browser may call, below `/v1`. */
export const publicCalls: { method: 'GET' | 'POST'; path: string; run: (asked: Asked) => Promise<Answer> }[] = [
  { method: 'POST', path: '/payment_methods', run: createMethod },
  { method: 'GET', path: '/payment_intents/:id', run: retrieve },
  { method: 'POST', path: '/payment_intents/:id/confirm', run: confirm },
  { method: 'POST', path: '/payment_intents/:id/authenticate', run: authenticate },
  { method: 'POST', path: '/payment_intents/:id/source_cancel', run: giveUp },
]

const text = z.string().max(500)
const credentials = { key: text, client_secret: text }
const number = text.transform((value) => (/^\d{1,4}$/.test(value) ? Number(value) : Number.NaN))
const known = text.transform((value) => value || null).default(null)
const typedMethod = z.strictObject({
  type: z.literal('card'),
  card: z.strictObject({ number: text, exp_month: number, exp_year: number, cvc: text }),
  billing_details: z
    .object({ name: known, email: known, address: z.object({ postal_code: known }).default({ postal_code: null }) })
    .default({ name: null, email: null, address: { postal_code: null } }),
})
const newMethod = typedMethod.extend({ key: text })
const confirmation = z.strictObject({
  ...credentials,
  payment_method: text.optional(),
  payment_method_data: typedMethod.optional(),
  receipt_email: text.optional(),
  return_url: text.optional(),
  expected_payment_method_type: text.optional(),
  use_stripe_sdk: text.optional(),
})

async function retrieve({ db, id, given, call }: Asked): Promise<Answer> {
  const allowed = readParams(z.strictObject(credentials), given)
  const intent = await findIntent(db, id)
  check(intent, allowed)
  return { status: 200, body: call.view(intent) }
}

async function createMethod({ given, methods }: Asked): Promise<Answer> {
  const { key, ...method } = readParams(newMethod, given)
  checkKey(key)
  const now = new Date()
  const card = cardOf(method, now)
  methods.keep(card, now)
  return { status: 200, body: paymentMethodObject(card, now) }
}

async function confirm({ db, id, given, call, methods }: Asked): Promise<Answer> {
  const {
    payment_method: named,
    payment_method_data: data,
    receipt_email,
    ...allowed
  } = readParams(confirmation, given)
  const intent = await hold(db, id, allowed)
  const now = new Date()
  const card = data ? cardOf(data, now) : named && methods.find(named, now)
  const more = receipt_email ? { receiptEmail: receipt_email } : {}
  const outcome = await confirmIntent(db, intent, { ...(card && { card }), ...more }, call)
  if (named && !outcome.failure) methods.use(named)
  return answerTo(outcome, call)
}

// The one place that sees a card's number: it is judged and forgotten.
function cardOf({ card, billing_details: { name, email, address } }: z.infer<typeof typedMethod>, now: Date) {
  const typed = { number: card.number, expMonth: card.exp_month, expYear: card.exp_year, cvc: card.cvc }
  return cardTyped(typed, { name, email, postalCode: address.postal_code }, now)
}

async function authenticate({ db, id, given, call }: Asked): Promise<Answer> {
  const { outcome, ...allowed } = readParams(
    z.strictObject({ ...credentials, outcome: z.enum(['complete', 'fail']) }),
    given,
  )
  const intent = await hold(db, id, allowed)
  const after = await authenticateIntent(db, intent, outcome === 'complete', call)
  return { status: 200, body: call.view(after.intent) }
}

async function giveUp({ db, id, given, call }: Asked): Promise<Answer> {
  const intent = await hold(db, id, readParams(z.strictObject(credentials), given))
  const after = await authenticateIntent(db, intent, false, call)
  return { status: 200, body: call.view(after.intent) }
}

type Credentials = { key: string; client_secret: string }

async function hold(db: Db, id: string, allowed: Credentials): Promise<Intent> {
  const intent = await holdIntent(db, id)
  check(intent, allowed)
  return intent
}

function check(intent: Intent | undefined, { key, client_secret }: Credentials): asserts intent is Intent {
  checkKey(key)
  if (intent?.clientSecret === client_secret) return
  throw refused('The client_secret provided does not match the client_secret associated with the PaymentIntent.', {
    code: 'payment_intent_invalid_parameter',
    param: 'client_secret',
  })
}

function checkKey(key: string) {
  if (key === publishableKey) return
  throw new ApiError(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${key.slice(0, 8)}****`,
  })
}
