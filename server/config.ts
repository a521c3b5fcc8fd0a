import { z } from 'zod'
import { readGoogle, readImageHost, readStripe } from './outside-accounts.ts'
import { settings } from './settings.ts'
import { StartError } from './start-error.ts'

const schema = z.object(settings)

/** Reads and checks the settings. An empty value counts as none.
 *  @throws StartError naming the first setting that is wrong, what it got and what it wants. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw wrongSetting(parsed.error, given)
  const { PUBLIC_URL, TRUST_PROXY, DEMO, ...rest } = parsed.data
  const google = readGoogle(rest)
  const stripe = readStripe(rest)
  const production = rest.NODE_ENV === 'production'
  const publicUrl = new URL(PUBLIC_URL ?? `http://localhost:${rest.PORT}`).origin
  const demo = DEMO === undefined ? !production && !rest.DATABASE_URL : DEMO !== 'off'
  if (production) refuseUnsafe({ ...rest, DEMO: demo ? (DEMO ?? 'on') : 'off' })
  return {
    production,
    port: rest.PORT,
    host: rest.HOST,
    publicUrl,
    origins: originsOf(publicUrl),
    dataDir: rest.DATA_DIR,
    databaseUrl: rest.DATABASE_URL,
    authSecret: rest.AUTH_SECRET,
    demo,
    /** Undefined: the stand-in. */
    google,
    /** Undefined: the sandbox. */
    stripe,
    /** Undefined: photos are kept in the data folder. */
    imageHost: readImageHost(rest),
    smtpUrl: rest.SMTP_URL,
    mailFrom: rest.MAIL_FROM ?? rest.CLINIC_EMAIL,
    clinic: {
      name: rest.CLINIC_NAME,
      timeZone: rest.CLINIC_TIME_ZONE,
      email: rest.CLINIC_EMAIL,
      phone: rest.CLINIC_PHONE,
      address: rest.CLINIC_ADDRESS,
      hours: rest.CLINIC_HOURS,
    },
    rateLimit: rest.RATE_LIMIT === 'on',
    trustProxy: readTrustProxy(TRUST_PROXY),
    logLevel: rest.LOG_LEVEL,
  }
}
export type Config = ReturnType<typeof readConfig>

type Unsafe = {
  AUTH_SECRET?: string | undefined
  DEMO: string
  RATE_LIMIT: string
  GOOGLE_CLIENT_ID?: string | undefined
  STRIPE_SECRET_KEY?: string | undefined
  SANDBOX: string[]
}

function refuseUnsafe(given: Unsafe) {
  if (!given.AUTH_SECRET) {
    throw new StartError('AUTH_SECRET is not set: production wants a secret of at least 32 characters')
  }
  if (given.DEMO === 'on') {
    throw new StartError('DEMO is "on": production wants off, or yes-in-production if the demo admin is really meant')
  }
  if (given.RATE_LIMIT === 'off') throw new StartError('RATE_LIMIT is "off": production wants on')
  if (!given.GOOGLE_CLIENT_ID && !given.SANDBOX.includes('google')) {
    throw new StartError(
      "GOOGLE_CLIENT_ID is not set: production wants Google's credentials, or SANDBOX=google if the stand-in is really meant",
    )
  }
  if (!given.STRIPE_SECRET_KEY && !given.SANDBOX.includes('stripe')) {
    throw new StartError(
      "STRIPE_SECRET_KEY is not set: production wants Stripe's keys, or SANDBOX=stripe if the sandbox is really meant",
    )
  }
}

// A browser on the same machine may say 127.0.0.1 where the default says localhost.
function originsOf(publicUrl: string): string[] {
  const twin = publicUrl.replace('//localhost', '//127.0.0.1')
  return twin === publicUrl ? [publicUrl] : [publicUrl, twin]
}

function readTrustProxy(given: string) {
  if (given === 'off') return false
  if (!/^\d+$/.test(given)) return given
  return (_address: string, hop: number) => hop < Number(given)
}

const secretNames = new Set([
  'AUTH_SECRET',
  'DATABASE_URL',
  'GOOGLE_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'IMAGE_HOST_KEY',
  'SMTP_URL',
])

function wrongSetting(error: z.ZodError, given: NodeJS.ProcessEnv) {
  const { path, message } = error.issues[0] ?? { path: [], message: 'another value' }
  const name = String(path[0])
  const got = secretNames.has(name) ? 'a value' : `"${given[name]}"`
  return new StartError(`${name} is ${got}: it wants ${message}`)
}

// On this machine itself nobody listens in.
