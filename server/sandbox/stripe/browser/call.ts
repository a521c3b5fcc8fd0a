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

/** What a browser needs to speak of an intent. */
export type Credentials = { key: string; clientSecret: string }

type Params = { [name: string]: string | number | undefined | Params }

/** Calls the sandbox's API about the intent that a client secret belongs to. */
export async function callAbout(
  { key, clientSecret }: Credentials,
  method: 'GET' | 'POST',
  what = '',
  params: Params = {},
): Promise<IntentResult> {
  const id = clientSecret.split('_secret_')[0] ?? ''
  const form = new URLSearchParams()
  addTo(form, { ...params, key, client_secret: clientSecret })
  const path = `/sandbox/stripe/v1/payment_intents/${encodeURIComponent(id)}${what}`
  const url = new URL(method === 'GET' ? `${path}?${form}` : path, document.baseURI)
  try {
    const answer = await fetch(url, { method, credentials: 'omit', ...(method === 'POST' && { body: form }) })
    const body = await answer.json()
    if (answer.ok) return { paymentIntent: body }
    return { error: body.error ?? { type: 'api_error', message: body.detail ?? 'An unknown error occurred.' } }
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
