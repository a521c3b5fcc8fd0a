import { type CallError, type IntentResult, type MethodResult, requestIntent, resultOf } from '../call.ts'
import type { CardElement } from './card-element.ts'
import { challenge } from './challenge-dialog.ts'
import { elementsGroup } from './elements.ts'

type CardPayment = {
  payment_method?: string | { card?: unknown; billing_details?: object }
  receipt_email?: string
  return_url?: string
}

type MethodData = { type?: string; card?: unknown; billing_details?: object }

/** Creates the part of the `stripe` object that card payments use: https://docs.stripe.com/js */
function openStripe(key: string) {
  if (!/^pk_/.test(key)) throw new Error('Please call Stripe() with your publishable key. You used an empty string.')
  return {
    elements: (options?: { fonts?: object[] }) => elementsGroup(options),
    async confirmCardPayment(
      clientSecret: string,
      { payment_method: method, receipt_email, return_url }: CardPayment = {},
    ): Promise<IntentResult> {
      if (!/^pi_\w+_secret_\w+$/.test(clientSecret)) {
        throw new Error(
          `Invalid value for stripe.confirmCardPayment intent secret: value should be a client_secret string. You specified: ${clientSecret}.`,
        )
      }
      const confirm = (): Promise<IntentResult> | undefined => {
        if (typeof method === 'string') {
          const params = { payment_method: method, use_stripe_sdk: 'true', receipt_email, return_url }
          return requestIntent({ key, clientSecret }, 'POST', '/confirm', params)
        }
        const billing = method?.billing_details ?? {}
        const params = { key, clientSecret, billing, receiptEmail: receipt_email, returnUrl: return_url }
        return cardElementIn(method)?._pay(params)
      }
      const result = await confirm()
      if (!result) return { error: unsupported('a payment method without a card element') }
      const { paymentIntent, error } = result
      if (error) return { error }
      return paymentIntent.status === 'requires_action' ? challenge({ key, clientSecret }) : resultOf(paymentIntent)
    },
    retrievePaymentIntent: (clientSecret: string) => requestIntent({ key, clientSecret }, 'GET'),
    async createPaymentMethod(data: MethodData = {}): Promise<MethodResult> {
      if (data.type !== 'card') return { error: unsupported(`a payment method of type ${data.type}`) }
      const element = cardElementIn(data)
      if (!element) return { error: { type: 'invalid_request_error', message: 'Missing required param: card.' } }
      return element._createMethod({ key, billing: data.billing_details ?? {} })
    },
    createToken: async () => ({ error: unsupported('createToken') }),
    registerAppInfo: () => {},
    _registerWrapper: () => {},
  }
}

function cardElementIn(method: { card?: unknown } | undefined): CardElement | undefined {
  const element = method?.card as CardElement | undefined
  return element?._pay ? element : undefined
}

function unsupported(feature: string): CallError {
  return { type: 'invalid_request_error', message: `The card sandbox doesn't know ${feature}.` }
}

// @stripe/stripe-js checks the release name of Stripe.js.
Object.assign(window, { Stripe: Object.assign(openStripe, { version: 'endive' }) })
