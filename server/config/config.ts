import { z } from 'zod'
import { clinicOf, clinicSettingsOf, requiredOfClinic } from './clinic-settings.ts'
import { checkSpelling } from './misspelt.ts'
import { readGoogle, readImageHost, readStripe, readTexts } from './outside-accounts.ts'
import { settings } from './settings.ts'
import { StartError } from './start-error.ts'
import { exposedBy, refuseUnsafe } from './unsafe.ts'

const schema = z.object(settings)

/** Returns the environment without the NODE_ENV that scripts/start.mjs sets for libraries. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const isForLibraries = process.argv.includes('--libraries-in-production')
  return isForLibraries ? { ...process.env, NODE_ENV: '' } : process.env
}

/** Reads and validates the settings. An empty value counts as not set.
 *  @throws StartError with the first invalid setting, its value and what is allowed */
export function readConfig(env: NodeJS.ProcessEnv = ownEnvironment()) {
  const input = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw invalidSetting(parsed.error, input)
  const { PUBLIC_URL, DEMO, ...rest } = parsed.data
  const production = rest.NODE_ENV === 'production'
  const publicUrl = new URL(PUBLIC_URL ?? `http://localhost:${rest.PORT}`).origin
  const isPrivate = !production && !exposedBy({ host: rest.HOST, publicUrl })
  const demo = DEMO ?? (isPrivate && !rest.DATABASE_URL ? 'on' : 'off')
  const checked = {
    production,
    /** A line for each variable that is probably a misspelt setting. */
    misspelt: checkSpelling(env, Object.keys(settings), { production }),
    host: rest.HOST,
    publicUrl,
    authSecret: rest.AUTH_SECRET,
    previousSecret: rest.AUTH_SECRET_PREVIOUS,
    breachedPasswordsUrl: rest.BREACHED_PASSWORDS_URL,
    /** Undefined: the sandbox replaces Google. */
    google: readGoogle(rest),
    /** Undefined: the sandbox replaces Stripe. */
    stripe: readStripe(rest),
  }
  const rateLimit = rest.RATE_LIMIT === 'on'
  const [insecureHttp, sandbox] = [rest.INSECURE_HTTP === 'yes', rest.SANDBOX]
  refuseUnsafe({ ...checked, ...givenOf(input), demo, rateLimit, insecureHttp, sandbox })
  return {
    ...checked,
    port: rest.PORT,
    origins: originsOf(publicUrl),
    dataDir: rest.DATA_DIR,
    ...databaseOf(rest),
    /** Longer than a proxy takes to notice. */
    drainMs: (rest.DRAIN_SECONDS ?? (production ? 3 : 0)) * 1_000,
    /** Undefined: backups are not encrypted. */
    backupKey: rest.BACKUP_KEY,
    demo: demo !== 'off',
    /** Whether only this machine can reach the server. */
    isPrivate,
    /** Whether admins must have a second factor. The demo admin, whose account anyone can use, needs none. */
    secondFactorRequired: (rest.SECOND_FACTOR ?? (production ? 'required' : 'optional')) === 'required',
    /** Undefined: photos are stored in the database. */
    imageHost: readImageHost(rest),
    ...sendersOf(rest, input),
    /** The first data of a clinic. Once its database has some, these are not used. */
    clinic: clinicOf(rest),
    /** Those of them that a setting says, and whether one says its hours. */
    ...{ clinicSettings: clinicSettingsOf(rest, input), hasHours: input.CLINIC_HOURS !== undefined },
    booking: { horizonDays: rest.BOOKING_HORIZON_DAYS, maxUpcoming: rest.BOOKING_MAX_UPCOMING },
    /** Days. */
    retention: {
      unconfirmedAccounts: rest.RETAIN_UNCONFIRMED_DAYS,
      emails: rest.RETAIN_EMAILS_DAYS,
      audit: rest.RETAIN_AUDIT_DAYS,
    },
    rateLimit,
    trustProxy: rest.TRUST_PROXY,
    apiReference: (rest.API_REFERENCE ?? (isPrivate ? 'on' : 'off')) === 'on',
    logLevel: rest.LOG_LEVEL,
    /** Where /metrics is served. Undefined: nowhere. */
    metrics: rest.METRICS_PORT === undefined ? undefined : { host: rest.METRICS_HOST, port: rest.METRICS_PORT },
    /** Undefined: no traces. */
    otlpUrl: rest.OTEL_EXPORTER_OTLP_ENDPOINT,
  }
}
export type Config = ReturnType<typeof readConfig>

function givenOf(input: Partial<Record<string, unknown>>) {
  return {
    namesDatabase: input.DATABASE_URL !== undefined || input.DATABASE !== undefined,
    missingOfClinic: requiredOfClinic.filter((name) => input[name] === undefined),
  }
}

function databaseOf(input: z.infer<typeof schema>) {
  if (input.DATABASE && input.DATABASE_URL)
    throw new StartError(`DATABASE is "${input.DATABASE}", and DATABASE_URL is set: remove one of them`)
  return {
    databaseUrl: input.DATABASE_URL,
    databaseDirectUrl: input.DATABASE_DIRECT_URL,
    databaseStandbyUrl: input.DATABASE_STANDBY_URL,
    databaseConnections: input.DATABASE_CONNECTIONS,
    databaseWaitSeconds: input.DATABASE_WAIT_SECONDS,
  }
}

function sendersOf(checked: z.infer<typeof schema>, input: Partial<Record<string, unknown>>) {
  return {
    /** Undefined: what admins have entered on a page, else files. */
    texts: readTexts(checked),
    /** The provider of an account that admins enter, and whether a setting names it. */
    textApi: { url: checked.TEXT_API_URL, isSet: input.TEXT_API_URL !== undefined },
    /** Whether the accounts that admins have entered on a page count. */
    pageServices: checked.PAGE_SERVICES === 'on',
    /** Undefined: what admins have entered on a page, else the outbox. */
    smtpUrl: checked.SMTP_URL,
    /** Undefined: what admins have entered on a page, else the clinic's own address. */
    mailFrom: checked.MAIL_FROM,
  }
}

// A browser on the same machine may use 127.0.0.1 instead of localhost.
function originsOf(publicUrl: string): string[] {
  const alias = publicUrl.replace('//localhost', '//127.0.0.1')
  return alias === publicUrl ? [publicUrl] : [publicUrl, alias]
}

const secretNames = new Set([
  'AUTH_SECRET',
  'AUTH_SECRET_PREVIOUS',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_STANDBY_URL',
  'BACKUP_KEY',
  'GOOGLE_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'IMAGE_HOST_KEY',
  'SMTP_URL',
  'TEXT_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
])

function invalidSetting(error: z.ZodError, input: NodeJS.ProcessEnv) {
  const { path, message } = error.issues[0] ?? { path: [], message: 'another value' }
  const name = String(path[0])
  const value = secretNames.has(name) ? 'a value' : `"${input[name]}"`
  return new StartError(`${name} is ${value}: it wants ${message}`)
}
