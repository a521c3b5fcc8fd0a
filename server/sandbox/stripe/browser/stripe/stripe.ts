import { type CallError, callAbout, type IntentResult, type MethodResult, resultOf } from '../call.ts'
import type { CardElement } from './card-element.ts'
import { challenge } from './challenge-dialog.ts'
import { elementsGroup } from './elements.ts'

type CardPayment = {
  payment_method?: string | { card?: unknown; billing_details?: object }
  receipt_email?: string
  return_url?: string
}

type MethodData = { type?: string; card?: unknown; billing_details?: object }

/** The object that Stripe.js makes, as far as a card is paid with: https://docs.stripe.com/js */
function openStripe(key: string) {
  if (!/^pk_/.test(key)) throw new Error('Please call Stripe() with your publishable key. You used an empty string.')

  const finish = async ({ paymentIntent, error }: IntentResult): Promise<IntentResult> => {
    if (error) return { error }
    const { status, client_secret: clientSecret } = paymentIntent
    return status === 'requires_action' ? challenge({ key, clientSecret }) : resultOf(paymentIntent)
  }
  const retrieve = (clientSecret: string) => callAbout({ key, clientSecret }, 'GET')

  return {
    elements: (options?: { fonts?: object[] }) => elementsGroup(options),
    async confirmCardPayment(
      clientSecret: string,
      { payment_method: method, receipt_email, return_url }: CardPayment = {},
      { handleActions = true }: { handleActions?: boolean } = {},
    ): Promise<IntentResult> {
      if (!/^pi_\w+_secret_\w+$/.test(clientSecret)) {
        throw new Error(
          `Invalid value for stripe.confirmCardPayment intent secret: value should be a client_secret string. You specified: ${clientSecret}.`,
        )
      }
      const confirm = (): Promise<IntentResult> | undefined => {
        if (typeof method === 'string') {
          const given = { payment_method: method, use_stripe_sdk: 'true', receipt_email, return_url }
          return callAbout({ key, clientSecret }, 'POST', '/confirm', given)
        }
        const billing = method?.billing_details ?? {}
        const given = { key, clientSecret, billing, receiptEmail: receipt_email, returnUrl: return_url }
        return cardElementIn(method)?._pay(given)
      }
      const result = await confirm()
      if (!result) return { error: unknownTo('a payment method without a card element') }
      return handleActions ? finish(result) : result
    },
    retrievePaymentIntent: retrieve,
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) => finish(await retrieve(clientSecret)),
    handleCardAction: async (clientSecret: string) => finish(await retrieve(clientSecret)),
    async createPaymentMethod(data: MethodData = {}): Promise<MethodResult> {
      if (data.type !== 'card') return { error: unknownTo(`a payment method of type ${data.type}`) }
      const element = cardElementIn(data)
      if (!element) return { error: { type: 'invalid_request_error', message: 'Missing required param: card.' } }
      return element._createMethod({ key, billing: data.billing_details ?? {} })
    },
    createToken: async () => ({ error: unknownTo('createToken') }),
    registerAppInfo: () => {},
    _registerWrapper: () => {},
  }
}

function cardElementIn(method: { card?: unknown } | undefined): CardElement | undefined {
  const element = method?.card as CardElement | undefined
  return element?._pay ? element : undefined
}

function unknownTo(what: string): CallError {
  return { type: 'invalid_request_error', message: `The card sandbox doesn't know ${what}.` }
}

// `version` is the release of Stripe.js that @stripe/stripe-js expects.
Object.assign(window, { Stripe: Object.assign(openStripe, { version: 'endive' }) })
