import { isLoopback } from '#server/config/reach.ts'
import { StartError } from '#server/config/start-error.ts'

const keyNames = { google: 'GOOGLE_CLIENT_ID', stripe: 'STRIPE_SECRET_KEY' }

/** Settings whose defaults are safe only while nobody else can reach the server. */
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
  /** The sandboxes that SANDBOX allows. */
  sandbox: string[]
  /** Whether a setting names the database. */
  namesDatabase: boolean
  /** The settings of the clinic that production requires and that are not set. */
  missingOfClinic: readonly string[]
}

/** Returns the setting that lets others reach the server, with its value; undefined if only this machine can reach
 *  it. */
export function exposedBy({ host, publicUrl }: { host: string; publicUrl: string }): string | undefined {
  if (!isLoopback(new URL(publicUrl).hostname)) return `PUBLIC_URL is "${publicUrl}"`
  return isLoopback(host) ? undefined : `HOST is "${host}"`
}

/** Refuses unsafe defaults in production and where others can reach the server.
 *  @throws StartError with one line that says what to set */
export function refuseUnsafe(input: Input): void {
  const exposure = exposedBy(input)
  if (!input.production && !exposure) return
  const fixes = [
    ...(input.production ? productionFixes(input) : []),
    isWeak(input.authSecret) && 'AUTH_SECRET to random text, such as what `openssl rand -base64 32` prints',
    input.demo === 'on' && 'DEMO=off, or DEMO=yes-in-production to keep the demo admin',
    sandboxFix(input),
    exposure &&
      input.publicUrl.startsWith('http:') &&
      !input.insecureHttp &&
      'PUBLIC_URL to an https origin, or INSECURE_HTTP=yes to do without encryption',
  ].filter((each) => typeof each === 'string')
  if (fixes.length === 0) return
  const reason = input.production ? 'NODE_ENV is "production"' : `${exposure}, where others can reach it`
  throw new StartError(`${reason}: set ${fixes.join('; set ')}`)
}

/** Returns whether a secret has too few different characters to be random. */
export function isWeak(secret: string | undefined): boolean {
  return secret !== undefined && new Set(secret).size < 8
}

function productionFixes({ authSecret, rateLimit, namesDatabase, missingOfClinic, demo }: Input) {
  return [
    !authSecret && 'AUTH_SECRET to at least 32 characters',
    !namesDatabase && 'DATABASE_URL to a PostgreSQL database, or DATABASE=embedded',
    // A demo may show the sample clinic.
    demo === 'off' && missingOfClinic.length > 0 && missingOfClinic.join(', '),
    !rateLimit && 'RATE_LIMIT=on',
  ]
}

function sandboxFix({ google, stripe, sandbox }: Input) {
  const inUse = [!google && ('google' as const), !stripe && ('stripe' as const)].filter((name) => name !== false)
  const notAllowed = inUse.filter((name) => !sandbox.includes(name))
  if (notAllowed.length === 0) return false
  const keys = notAllowed.map((name) => keyNames[name]).join(' and ')
  return `${keys}, or SANDBOX=${inUse.join(',')} to keep the stand-in${inUse.length > 1 ? 's' : ''}`
}
