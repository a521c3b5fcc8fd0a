/** An error as Stripe.js returns it. */
export type CallError = { type: string; code?: string; message: string; [more: string]: unknown }

/** The fields of a payment intent that the script reads. */
export type PaymentIntent = {
  id: string
  client_secret: string
  status: string
  last_payment_error: CallError | null
  [more: string]: unknown
}

/** The result of a Stripe.js call about an intent. */
export type IntentResult = { paymentIntent: PaymentIntent; error?: never } | { error: CallError; paymentIntent?: never }

/** The fields of a payment method that the script reads. */
type PaymentMethod = { id: string; object: 'payment_method'; type: string; [more: string]: unknown }

/** The result of `createPaymentMethod`. */
export type MethodResult = { paymentMethod: PaymentMethod; error?: never } | { error: CallError; paymentMethod?: never }

/** Authorizes a browser's requests about one intent. */
export type Credentials = { key: string; clientSecret: string }

/** Request parameters; nested ones are encoded as Stripe's API expects: `card[number]`. */
export type Params = { [name: string]: string | number | undefined | Params }

/** Sends a request to the sandbox's API about the intent of a client secret. `action` is a path below the intent, such
 *  as `/confirm`. */
export async function requestIntent(
  { key, clientSecret }: Credentials,
  method: 'GET' | 'POST',
  action = '',
  params: Params = {},
): Promise<IntentResult> {
  const id = encodeURIComponent(clientSecret.split('_secret_')[0] ?? '')
  const { body, error } = await send(method, `/payment_intents/${id}${action}`, {
    ...params,
    key,
    client_secret: clientSecret,
  })
  return error ? { error } : { paymentIntent: body }
}

/** Creates a payment method through the sandbox's API. */
export async function requestMethod(params: Params): Promise<MethodResult> {
  const { body, error } = await send('POST', '/payment_methods', params)
  return error ? { error } : { paymentMethod: body }
}

async function send(method: 'GET' | 'POST', path: string, params: Params) {
  const form = new URLSearchParams()
  addTo(form, params)
  const fullPath = `/sandbox/stripe/v1${path}`
  const url = new URL(method === 'GET' ? `${fullPath}?${form}` : fullPath, document.baseURI)
  try {
    const response = await fetch(url, { method, credentials: 'omit', ...(method === 'POST' && { body: form }) })
    const body = await response.json()
    if (response.ok) return { body }
    const unknown: CallError = { type: 'api_error', message: body.detail ?? 'An unknown error occurred.' }
    return { error: (body.error as CallError | undefined) ?? unknown }
  } catch {
    return { error: connectionError() }
  }
}

/** Returns Stripe's error for a request that failed without a response. */
export function connectionError(): CallError {
  const message =
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.'
  return { type: 'api_connection_error', message }
}

/** Returns the result for an intent after its authentication: an unpaid intent becomes its last error. */
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
