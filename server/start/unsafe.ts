import { StartError } from '#server/config/start-error.ts'
import { isLoopback } from './reach.ts'

const standIns = { google: 'GOOGLE_CLIENT_ID', stripe: 'STRIPE_SECRET_KEY' }

/** Settings that are safe on a laptop only. */
type Input = {
  production: boolean
  host: string
  publicUrl: string
  authSecret: string | undefined
  demo: 'on' | 'off' | 'yes-in-production'
  rateLimit: boolean
  insecureHttp: boolean
  google: unknown
  stripe: unknown
  /** The stand-ins that SANDBOX names. */
  sandbox: string[]
}

/** Returns which setting lets others reach the server, with its value; undefined when nobody but this machine can. */
export function reachedBy({ host, publicUrl }: { host: string; publicUrl: string }): string | undefined {
  if (!isLoopback(new URL(publicUrl).hostname)) return `PUBLIC_URL is "${publicUrl}"`
  return isLoopback(host) ? undefined : `HOST is "${host}"`
}

/** Refuses what must not be in use by accident in production, or where others can reach the server.
 *  @throws StartError with one line that says what to set. */
export function refuseUnsafe(input: Input): void {
  const reached = reachedBy(input)
  if (!input.production && !reached) return
  const wanted = [
    ...(input.production ? wantedInProduction(input) : []),
    isWeak(input.authSecret) && 'AUTH_SECRET to random text, such as what `openssl rand -base64 32` prints',
    input.demo === 'on' && 'DEMO=off, or DEMO=yes-in-production to keep the demo admin',
    wantedStandIns(input),
    reached &&
      input.publicUrl.startsWith('http:') &&
      !input.insecureHttp &&
      'PUBLIC_URL to an https origin, or INSECURE_HTTP=yes to do without encryption',
  ].filter((each) => typeof each === 'string')
  if (wanted.length === 0) return
  const why = input.production ? 'NODE_ENV is "production"' : `${reached}, where others can reach it`
  throw new StartError(`${why}: set ${wanted.join('; set ')}`)
}

/** Returns whether a secret has too few different characters to be random. */
export function isWeak(secret: string | undefined): boolean {
  return secret !== undefined && new Set(secret).size < 8
}

function wantedInProduction({ authSecret, rateLimit }: Input) {
  return [!authSecret && 'AUTH_SECRET to at least 32 characters', !rateLimit && 'RATE_LIMIT=on']
}

function wantedStandIns({ google, stripe, sandbox }: Input) {
  const inUse = [!google && ('google' as const), !stripe && ('stripe' as const)].filter((name) => name !== false)
  const unnamed = inUse.filter((name) => !sandbox.includes(name))
  if (unnamed.length === 0) return false
  const keys = unnamed.map((name) => standIns[name]).join(' and ')
  return `${keys}, or SANDBOX=${inUse.join(',')} to keep the stand-in${inUse.length > 1 ? 's' : ''}`
}
