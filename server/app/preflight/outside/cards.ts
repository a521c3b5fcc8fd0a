import Stripe from 'stripe'
import type { Config } from '#server/config/config.ts'
import { reasonOf } from '#server/outside-service/reason.ts'
import type { CardAccount } from '#server/payment/provider.ts'
import { type Check, type Finding, ok, warning, wrong } from '../check.ts'

/** The events that the webhook needs (docs/payments.md). */
export const neededEvents: readonly string[] = [
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
]

type Settings = Pick<Config, 'production' | 'publicUrl'> & {
  stripe: Pick<CardAccount, 'secretKey' | 'api'> | undefined
}

/** Checks the account at Stripe: the key, its mode, and the webhook's endpoint. */
export function cardsCheck({ stripe, production, publicUrl }: Settings): Check {
  return {
    name: 'cards',
    run: async () => {
      if (!stripe) return [ok('the card sandbox, which charges nobody')]
      const client = new Stripe(stripe.secretKey, { ...stripe.api, timeout: 8_000, maxNetworkRetries: 0 })
      const account = await accountOf(client, production)
      if (account.level === 'wrong') return [account]
      return [account, await webhookOf(client, `${publicUrl}/webhook/stripe`)]
    },
  }
}

async function accountOf(client: Stripe, production: boolean): Promise<Finding> {
  try {
    const { livemode } = await client.balance.retrieve()
    if (livemode) return ok('Stripe accepts STRIPE_SECRET_KEY, in live mode')
    const text = 'Stripe accepts STRIPE_SECRET_KEY, in test mode'
    return production ? warning(`${text}: cards are not charged. Use live keys for real patients`) : ok(text)
  } catch (error) {
    if (isForbidden(error))
      return warning('STRIPE_SECRET_KEY works, but may not read the balance, so its mode is unknown')
    return wrong(`Stripe refuses STRIPE_SECRET_KEY or can't be reached: ${reasonOf(error)}`)
  }
}

async function webhookOf(client: Stripe, url: string): Promise<Finding> {
  try {
    const { data } = await client.webhookEndpoints.list({ limit: 100 })
    const found = data.find((endpoint) => endpoint.url === url)
    if (!found) return wrong(`Stripe has no webhook endpoint ${url}: create it with the events in docs/payments.md`)
    if (found.status !== 'enabled') return wrong(`the webhook endpoint ${url} is disabled: enable it at Stripe`)
    const missing = neededEvents.filter((event) => !matches(found.enabled_events, event))
    if (missing.length === 0) return ok(`Stripe sends all needed events to ${url}`)
    return wrong(`the webhook endpoint ${url} lacks events: add ${missing.join(', ')}`)
  } catch (error) {
    if (!isForbidden(error)) return wrong(`the webhook endpoints can't be read: ${reasonOf(error)}`)
    return warning(`STRIPE_SECRET_KEY may not read webhook endpoints: check at Stripe that ${url} is one`)
  }
}

function matches(enabled: readonly string[], event: string) {
  return enabled.includes('*') || enabled.includes(event)
}

// A restricted key without this permission.
function isForbidden(error: unknown) {
  return error instanceof Stripe.errors.StripePermissionError
}
