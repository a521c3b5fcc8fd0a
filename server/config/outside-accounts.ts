import { StartError } from './start-error.ts'

type GoogleSettings = { GOOGLE_CLIENT_ID?: string | undefined; GOOGLE_CLIENT_SECRET?: string | undefined }

/** The account at Google, undefined for the stand-in. @throws StartError when it is set by half. */
export function readGoogle({ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret }: GoogleSettings) {
  if (!clientId && !clientSecret) return undefined
  if (!clientSecret) throw new StartError('GOOGLE_CLIENT_SECRET is not set: GOOGLE_CLIENT_ID is, and wants it')
  if (!clientId) throw new StartError('GOOGLE_CLIENT_ID is not set: GOOGLE_CLIENT_SECRET is, and wants it')
  return { discoveryUrl: 'https://accounts.google.com/.well-known/openid-configuration', clientId, clientSecret }
}

type StripeSettings = Record<(typeof stripeNames)[number], string | undefined>
const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

/** The account at Stripe, undefined for the sandbox. @throws StartError when it is set by half. */
export function readStripe(input: Partial<StripeSettings>) {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = input
  if (secretKey && publishableKey && webhookSecret) {
    if (isLive(secretKey) === isLive(publishableKey)) return { secretKey, publishableKey, webhookSecret }
    throw new StartError('STRIPE_PUBLISHABLE_KEY is not of the same mode as STRIPE_SECRET_KEY: both live or both test')
  }
  const [set] = stripeNames.filter((name) => input[name])
  const [missing] = stripeNames.filter((name) => !input[name])
  if (set) throw new StartError(`${missing} is not set: ${set} is, and wants it`)
  return undefined
}

function isLive(key: string) {
  return key.includes('_live_')
}

type ImageHostSettings = {
  IMAGE_HOST_URL?: string | undefined
  IMAGE_HOST_KEY?: string | undefined
  IMAGE_HOST_PICTURES?: string | undefined
}

/** The image host of these settings, undefined when none is set. @throws StartError when only some are. */
export function readImageHost({
  IMAGE_HOST_URL: url,
  IMAGE_HOST_KEY: key,
  IMAGE_HOST_PICTURES: pictures,
}: ImageHostSettings) {
  if (!url && !key && !pictures) return undefined
  if (!url)
    throw new StartError(
      `IMAGE_HOST_URL is not set: ${key ? 'IMAGE_HOST_KEY' : 'IMAGE_HOST_PICTURES'} is, and wants it`,
    )
  if (!key) throw new StartError('IMAGE_HOST_KEY is not set: IMAGE_HOST_URL is, and wants it')
  return { url, key, pictures: new URL(pictures ?? picturesOf(url)).origin }
}

// imgbb takes pictures at one host and shows them from another.
function picturesOf(url: string) {
  const { hostname, host } = new URL(url)
  return hostname === 'api.imgbb.com' ? 'https://i.ibb.co' : `https://${host}`
}
