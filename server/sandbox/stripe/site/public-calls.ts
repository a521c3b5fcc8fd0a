import { z } from 'zod'
import type { Db } from '#server/database/open.ts'
import { answerTo } from '../api/calls.ts'
import { type Answer, ApiError, refused } from '../errors.ts'
import type { Form } from '../form.ts'
import { authenticateIntent, type Call, confirmIntent, holdIntent } from '../ledger/intent.ts'
import { cardTyped } from '../ledger/method.ts'
import { readParams } from '../ledger/params.ts'
import { findIntent, type Intent } from '../ledger/store.ts'
import { publishableKey } from '../publishable-key.ts'

type Asked = { db: Db; id: string; given: Form; call: Call }

/** What a browser may call, below `/v1`. */
export const publicCalls: { method: 'GET' | 'POST'; path: string; run: (asked: Asked) => Promise<Answer> }[] = [
  { method: 'GET', path: '/payment_intents/:id', run: retrieve },
  { method: 'POST', path: '/payment_intents/:id/confirm', run: confirm },
  { method: 'POST', path: '/payment_intents/:id/authenticate', run: authenticate },
  { method: 'POST', path: '/payment_intents/:id/source_cancel', run: giveUp },
]

const text = z.string().max(500)
const credentials = { key: text, client_secret: text }
const number = text.transform((value) => (/^\d{1,4}$/.test(value) ? Number(value) : Number.NaN))
const known = text.transform((value) => value || null).default(null)
const confirmation = z.strictObject({
  ...credentials,
  payment_method_data: z.strictObject({
    type: z.literal('card'),
    card: z.strictObject({ number: text, exp_month: number, exp_year: number, cvc: text }),
    billing_details: z
      .object({ name: known, email: known, address: z.object({ postal_code: known }).default({ postal_code: null }) })
      .default({ name: null, email: null, address: { postal_code: null } }),
  }),
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

// The one place that sees a card's number: it is judged and forgotten.
async function confirm({ db, id, given, call }: Asked): Promise<Answer> {
  const { payment_method_data: method, receipt_email, ...allowed } = readParams(confirmation, given)
  const intent = await hold(db, id, allowed)
  const { card, billing_details: billing } = method
  const { name, email, address } = billing
  const typed = { number: card.number, expMonth: card.exp_month, expYear: card.exp_year, cvc: card.cvc }
  const kept = cardTyped(typed, { name, email, postalCode: address.postal_code }, new Date())
  const more = receipt_email ? { receiptEmail: receipt_email } : {}
  return answerTo(await confirmIntent(db, intent, { card: kept, ...more }, call), call)
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
  if (key !== publishableKey) {
    throw new ApiError(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${key.slice(0, 8)}****`,
    })
  }
  if (intent?.clientSecret === client_secret) return
  throw refused('The client_secret provided does not match the client_secret associated with the PaymentIntent.', {
    code: 'payment_intent_invalid_parameter',
    param: 'client_secret',
  })
}
