/** An error as Stripe.js gives it. */
export type CallError = { type: string; code?: string; message: string; [more: string]: unknown }

/** A payment intent, as far as the script looks at it. */
export type PaymentIntent = {
  id: string
  client_secret: string
  status: string
  last_payment_error: CallError | null
  [more: string]: unknown
}

/** What Stripe.js resolves to. */
export type IntentResult = { paymentIntent: PaymentIntent; error?: never } | { error: CallError; paymentIntent?: never }

/** A payment method, as far as the script looks at it. */
type PaymentMethod = { id: string; object: 'payment_method'; type: string; [more: string]: unknown }

/** What `createPaymentMethod` resolves to. */
export type MethodResult = { paymentMethod: PaymentMethod; error?: never } | { error: CallError; paymentMethod?: never }

/** What a browser needs to speak of an intent. */
export type Credentials = { key: string; clientSecret: string }

/** The parameters of a call, which become a form. */
export type Params = { [name: string]: string | number | undefined | Params }

/** Calls the sandbox's API about the intent that a client secret belongs to. */
export async function callAbout(
  { key, clientSecret }: Credentials,
  method: 'GET' | 'POST',
  what = '',
  params: Params = {},
): Promise<IntentResult> {
  const id = encodeURIComponent(clientSecret.split('_secret_')[0] ?? '')
  const { body, error } = await call(method, `/payment_intents/${id}${what}`, {
    ...params,
    key,
    client_secret: clientSecret,
  })
  return error ? { error } : { paymentIntent: body }
}

/** Has the sandbox's API make a payment method. */
export async function callForMethod(params: Params): Promise<MethodResult> {
  const { body, error } = await call('POST', '/payment_methods', params)
  return error ? { error } : { paymentMethod: body }
}

async function call(method: 'GET' | 'POST', path: string, params: Params) {
  const form = new URLSearchParams()
  addTo(form, params)
  const whole = `/sandbox/stripe/v1${path}`
  const url = new URL(method === 'GET' ? `${whole}?${form}` : whole, document.baseURI)
  try {
    const answer = await fetch(url, { method, credentials: 'omit', ...(method === 'POST' && { body: form }) })
    const body = await answer.json()
    if (answer.ok) return { body }
    const unknown: CallError = { type: 'api_error', message: body.detail ?? 'An unknown error occurred.' }
    return { error: (body.error as CallError | undefined) ?? unknown }
  } catch {
    return { error: outOfReach() }
  }
}

/** The error of a call that found nobody. */
export function outOfReach(): CallError {
  const message =
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.'
  return { type: 'api_connection_error', message }
}

/** An intent after its bank was asked: still unpaid means that something failed. */
export function resultOf(paymentIntent: PaymentIntent): IntentResult {
  const { status, last_payment_error: error } = paymentIntent
  if (status === 'requires_payment_method' && error) return { error: { ...error, payment_intent: paymentIntent } }
  return { paymentIntent }
}

function addTo(form: URLSearchParams, params: Params, prefix = '') {
  for (const [name, value] of Object.entries(params)) {
    const path = prefix ? `${prefix}[${name}]` : name
    if (typeof value === 'object') addTo(form, value, path)
    else if (value !== undefined && value !== '') form.set(path, String(value))
  }
}
