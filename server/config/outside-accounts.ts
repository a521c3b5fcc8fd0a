import { StartError } from './start-error.ts'

type Settings<Name extends string> = { [name in Name]?: string | undefined }

/** Returns the account at Google; undefined if it is not set.
 *  @throws StartError if it is incomplete */
export function readGoogle(settings: Settings<'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET'>) {
  refuseIncomplete(settings, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = settings
  if (!clientId || !clientSecret) return undefined
  return { discoveryUrl: 'https://accounts.google.com/.well-known/openid-configuration', clientId, clientSecret }
}

const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

/** Returns the account at Stripe; undefined if it is not set.
 *  @throws StartError if it is incomplete or mixes live and test keys */
export function readStripe(settings: Settings<(typeof stripeNames)[number]>) {
  refuseIncomplete(settings, stripeNames)
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = settings
  if (!secretKey || !publishableKey || !webhookSecret) return undefined
  if (isSameMode(secretKey, publishableKey)) return { secretKey, publishableKey, webhookSecret }
  throw new StartError('STRIPE_PUBLISHABLE_KEY is not of the same mode as STRIPE_SECRET_KEY: both live or both test')
}

/** Tells whether two keys of Stripe are both live or both test keys. */
export const isSameMode = (one: string, other: string): boolean => one.includes('_live_') === other.includes('_live_')

/** Returns the image host; undefined if it is not set. `pictures` is the origin that serves the photos.
 *  @throws StartError if it is incomplete */
export function readImageHost(settings: Settings<'IMAGE_HOST_URL' | 'IMAGE_HOST_KEY' | 'IMAGE_HOST_PICTURES'>) {
  refuseIncomplete(settings, ['IMAGE_HOST_URL', 'IMAGE_HOST_KEY'], 'IMAGE_HOST_PICTURES')
  const { IMAGE_HOST_URL: url, IMAGE_HOST_KEY: key, IMAGE_HOST_PICTURES: pictures } = settings
  return url && key ? { url, key, pictures: new URL(pictures ?? picturesOf(url)).origin } : undefined
}

/** Returns the account at the provider of text messages; undefined if it is not set.
 *  @throws StartError if it is incomplete */
export function readTexts(settings: Settings<'TEXT_ACCOUNT' | 'TEXT_TOKEN' | 'TEXT_FROM'> & { TEXT_API_URL: string }) {
  refuseIncomplete(settings, ['TEXT_ACCOUNT', 'TEXT_TOKEN', 'TEXT_FROM'])
  const { TEXT_API_URL: url, TEXT_ACCOUNT: account, TEXT_TOKEN: token, TEXT_FROM: from } = settings
  return account && token && from ? { url: url.replace(/\/+$/, ''), account, token, from } : undefined
}

function refuseIncomplete<Name extends string>(settings: Settings<Name>, required: readonly Name[], optional?: Name) {
  const [set] = [...required, ...(optional ? [optional] : [])].filter((name) => settings[name])
  const [missing] = required.filter((name) => !settings[name])
  if (set && missing) throw new StartError(`${missing} is not set: ${set} is, and wants it`)
}

// imgbb receives photos on one host and serves them from another.
function picturesOf(url: string) {
  const { hostname, host } = new URL(url)
  return hostname === 'api.imgbb.com' ? 'https://i.ibb.co' : `https://${host}`
}
