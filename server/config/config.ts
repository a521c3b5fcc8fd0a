import { z } from 'zod'
import { reachedBy, refuseUnsafe } from '../start/unsafe.ts'
import { readGoogle, readImageHost, readStripe } from './outside-accounts.ts'
import { settings } from './settings.ts'
import { StartError } from './start-error.ts'

const schema = z.object(settings)

/** Reads and checks the settings. An empty value counts as none.
 *  @throws StartError naming the first setting that is wrong, what it got and what it wants. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const input = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw wrongSetting(parsed.error, input)
  const { PUBLIC_URL, DEMO, ...rest } = parsed.data
  /** Undefined: the stand-in. */
  const google = readGoogle(rest)
  /** Undefined: the sandbox. */
  const stripe = readStripe(rest)
  const production = rest.NODE_ENV === 'production'
  const publicUrl = new URL(PUBLIC_URL ?? `http://localhost:${rest.PORT}`).origin
  const safe = !production && !reachedBy({ host: rest.HOST, publicUrl })
  const demo = DEMO ?? (safe && !rest.DATABASE_URL ? 'on' : 'off')
  const settled = { production, host: rest.HOST, publicUrl, authSecret: rest.AUTH_SECRET, google, stripe }
  const rateLimit = rest.RATE_LIMIT === 'on'
  refuseUnsafe({ ...settled, demo, rateLimit, insecureHttp: rest.INSECURE_HTTP === 'yes', sandbox: rest.SANDBOX })
  return {
    ...settled,
    port: rest.PORT,
    origins: originsOf(publicUrl),
    dataDir: rest.DATA_DIR,
    databaseUrl: rest.DATABASE_URL,
    demo: demo !== 'off',
    /** Undefined: photos are stored in the database. */
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
    booking: { horizonDays: rest.BOOKING_HORIZON_DAYS, maxUpcoming: rest.BOOKING_MAX_UPCOMING },
    rateLimit,
    trustProxy: rest.TRUST_PROXY,
    /** Whether people can read the description of the calls as a page. */
    apiReference: (rest.API_REFERENCE ?? (safe ? 'on' : 'off')) === 'on',
    logLevel: rest.LOG_LEVEL,
  }
}
export type Config = ReturnType<typeof readConfig>

// A browser on the same machine may say 127.0.0.1 where the default says localhost.
function originsOf(publicUrl: string): string[] {
  const twin = publicUrl.replace('//localhost', '//127.0.0.1')
  return twin === publicUrl ? [publicUrl] : [publicUrl, twin]
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

function wrongSetting(error: z.ZodError, input: NodeJS.ProcessEnv) {
  const { path, message } = error.issues[0] ?? { path: [], message: 'another value' }
  const name = String(path[0])
  const got = secretNames.has(name) ? 'a value' : `"${input[name]}"`
  return new StartError(`${name} is ${got}: it wants ${message}`)
}

// On this machine itself nobody listens in.
