import { z } from 'zod'
import { currencies } from '#contract/kit/currencies.ts'
import { isCountry, isLanguage } from '#contract/kit/places.ts'
import { email } from '#contract/kit/text/email.ts'
import { isTimeZone } from '#contract/kit/time/clinic-date.ts'
import { readOpeningHours } from './opening-hours.ts'
import { readTrustProxy } from './trust-proxy.ts'

const text = z.string().trim().min(1)
const stripeKey = (pattern: RegExp, expected: string) => text.regex(pattern, expected)
const openingHours = text.transform((input, context) => {
  const hours = readOpeningHours(input)
  if (!hours) context.addIssue('hours such as Mo-Fr 08:00-17:00; Sa 09:00-13:00')
  return hours ?? z.NEVER
})
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'an address such as postgres://user:password@host:5432/name',
})
const trustProxy = text.transform((input, context) => {
  const trusted = readTrustProxy(input)
  if (trusted === undefined) context.addIssue('off, a number of hops, or addresses and ranges such as 10.0.0.0/8')
  return trusted ?? z.NEVER
})
const timeZone = text.refine(isTimeZone, { error: 'an IANA time zone such as Europe/Copenhagen' })

/** Settings, read from environment variables. docs/operating.md contains each description verbatim. */
export const settings = {
  NODE_ENV: z
    .enum(['production', 'development', 'test'], { error: 'production, development or test' })
    .default('development')
    .describe('production refuses unsafe defaults'),
  PORT: wholeNumber(1, 65_535, 'a port').default(3000).describe('port to listen on'),
  HOST: text.default('127.0.0.1').describe('address to listen on'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'an origin such as https://clinic.example', abort: true })
    .refine((url) => new URL(url).pathname === '/', { error: 'an origin, without a path' })
    .optional()
    .describe('origin that visitors use: cookies, redirects, links in emails'),
  DATA_DIR: text
    .default('.data')
    .describe('folder for all files that the server writes: embedded database, outbox, generated secret'),
  DATABASE: z
    .enum(['embedded'], { error: 'embedded; the address of a PostgreSQL database belongs into DATABASE_URL' })
    .optional()
    .describe('embedded names the embedded database in DATA_DIR; production requires this or DATABASE_URL'),
  DATABASE_URL: postgresUrl.optional().describe('PostgreSQL; without it the embedded database in DATA_DIR'),
  DATABASE_DIRECT_URL: postgresUrl
    .optional()
    .describe('the same database past PgBouncer, for what needs a session of its own; without it DATABASE_URL'),
  DATABASE_STANDBY_URL: postgresUrl
    .optional()
    .describe('the same database on a standby, which is read while the primary is out of reach'),
  DATABASE_CONNECTIONS: wholeNumber(2, 500)
    .default(10)
    .describe('size of the pool of connections to PostgreSQL of each instance, which opens up to three more'),
  DATABASE_WAIT_SECONDS: wholeNumber(0, 3_600)
    .default(60)
    .describe('how long a start waits for a PostgreSQL that is out of reach or has no primary'),
  DRAIN_SECONDS: wholeNumber(0, 300)
    .optional()
    .describe('how long /readyz fails before a server that gets SIGTERM takes no more requests'),
  AUTH_SECRET: text
    .min(32, 'at least 32 characters')
    .optional()
    .describe(
      'signs sessions, tokens, links in emails and calendar addresses, which all end with it; required in production',
    ),
  AUTH_SECRET_PREVIOUS: text
    .min(32, 'at least 32 characters')
    .optional()
    .describe('the AUTH_SECRET before a change: what it signed stays valid until this setting is removed'),
  SECOND_FACTOR: z
    .enum(['required', 'optional'], { error: 'required or optional' })
    .optional()
    .describe('whether admins must set up an authenticator app before they use their permissions'),
  BREACHED_PASSWORDS_URL: z
    .url({ protocol: /^https?$/, error: 'an address such as https://api.pwnedpasswords.com/range/', abort: true })
    .refine(isHttpsOrLocal, { error: 'https' })
    .optional()
    .describe(
      'service that lists leaked passwords by the first five characters of their SHA-1 hash; new passwords are checked there',
    ),
  BACKUP_KEY: text
    .min(16, 'at least 16 characters')
    .optional()
    .describe('passphrase that backups are encrypted with; keep it apart from them'),
  DEMO: z
    .enum(['on', 'off', 'yes-in-production'], { error: 'on, off or yes-in-production' })
    .optional()
    .describe('demo admin and its hint on the login screen'),
  GOOGLE_CLIENT_ID: text
    .optional()
    .describe("this clinic's client ID at Google; without it a sandbox replaces Google and works offline"),
  GOOGLE_CLIENT_SECRET: text.optional().describe('client secret for GOOGLE_CLIENT_ID'),
  STRIPE_SECRET_KEY: stripeKey(/^[rs]k_(test|live)_\w+$/, 'a key such as sk_test_…')
    .optional()
    .describe("this clinic's secret key at Stripe; without it a sandbox replaces Stripe and charges nobody"),
  STRIPE_PUBLISHABLE_KEY: stripeKey(/^pk_(test|live)_\w+$/, 'a key such as pk_test_…')
    .optional()
    .describe('publishable key for STRIPE_SECRET_KEY'),
  STRIPE_WEBHOOK_SECRET: stripeKey(/^whsec_\w+$/, 'a signing secret such as whsec_…')
    .optional()
    .describe('signing secret of the webhook PUBLIC_URL/webhook/stripe'),
  SANDBOX: text
    .transform((list) => list.split(/\s*,\s*/))
    .pipe(z.array(z.enum(['stripe', 'google'], { error: 'stripe, google or both with a comma between' })))
    .default([])
    .describe('sandboxes to allow in production or where others can reach the server'),
  IMAGE_HOST_URL: z
    .url({ protocol: /^https?$/, error: 'an address such as https://api.imgbb.com/1/upload', abort: true })
    .refine(isHttpsOrLocal, { error: 'https, since the key travels there' })
    .optional()
    .describe('upload URL for photos of doctors, imgbb or compatible; without it they are stored in the database'),
  IMAGE_HOST_KEY: text.optional().describe('API key for IMAGE_HOST_URL; browsers never receive it'),
  IMAGE_HOST_PICTURES: z
    .url({ protocol: /^https$/, error: 'an origin such as https://i.ibb.co' })
    .optional()
    .describe('origin that the host serves photos from; a response with another origin is refused'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'an address such as smtps://user:password@host:465' })
    .optional()
    .describe('mail server; without it emails are written to DATA_DIR/outbox and not sent'),
  MAIL_FROM: text
    .refine((address) => email.safeParse(address).success, { error: 'an address such as desk@clinic.example' })
    .optional()
    .describe('sender address of emails'),
  TEXT_API_URL: z
    .url({ protocol: /^https?$/, error: 'an address such as https://api.twilio.com', abort: true })
    .refine(isHttpsOrLocal, { error: 'https, since the token travels there' })
    .default('https://api.twilio.com')
    .describe('REST API of a provider of text messages, Twilio or compatible'),
  TEXT_ACCOUNT: text
    .optional()
    .describe('account at the provider of text messages; without it they are written to DATA_DIR/texts and not sent'),
  TEXT_TOKEN: text.optional().describe('token of TEXT_ACCOUNT, which also signs the webhook PUBLIC_URL/webhook/text'),
  TEXT_FROM: text
    .regex(/^(\+[1-9]\d{6,14}|MG\w+|[A-Za-z0-9 ]{1,11})$/, 'a number such as +12125550142, or the id of a service')
    .optional()
    .describe('number or messaging service that text messages come from'),
  PAGE_SERVICES: z
    .enum(['on', 'off'], { error: 'on or off' })
    .default('on')
    .describe(
      'off ignores the mail server, text service and Stripe of the page Outside services, for a copy of the data',
    ),
  CLINIC_NAME: text
    .max(100, 'at most 100 characters')
    .default('Lumen Dental')
    .describe('name of the clinic at the first start; from then on admins change it on a page'),
  CLINIC_TIME_ZONE: timeZone
    .default('America/New_York')
    .describe('time zone of all slots and days at the first start; from then on admins change it on a page'),
  CLINIC_EMAIL: z
    .string()
    .pipe(email)
    .default('hello@lumendental.example')
    .describe('email address for patients at the first start'),
  CLINIC_PHONE: text
    .max(40, 'at most 40 characters')
    .default('+1 212 555 0142')
    .describe('phone number for patients at the first start'),
  CLINIC_ADDRESS: text
    .max(200, 'at most 200 characters')
    .default('48 Harbour Street, New York, NY 10004')
    .describe('postal address of the clinic at the first start'),
  CLINIC_COUNTRY: text
    .refine(isCountry, { error: 'the two letters of a country, such as DE' })
    .default('US')
    .describe('country of the clinic (ISO 3166-1) at the first start'),
  CLINIC_LANGUAGE: text
    .refine(isLanguage, { error: 'the tag of a language, such as en-US or de-DE' })
    .default('en-US')
    .describe('language (BCP 47) of the dates, times and prices that are shown, at the first start'),
  CLINIC_CURRENCY: text
    .refine((code) => currencies.includes(code), { error: 'the three letters of a currency, such as EUR' })
    .default('USD')
    .describe('currency of all prices (ISO 4217) at the first start'),
  CLINIC_HOURS: openingHours
    .prefault('Mo-Su 08:00-12:00; Mo-Su 13:00-17:00')
    .describe('opening hours at the first start; from then on admins change them on a page'),
  BOOKING_HORIZON_DAYS: wholeNumber(1, 3_650)
    .default(365)
    .describe('number of days ahead that patients can book, at the first start'),
  BOOKING_MAX_UPCOMING: wholeNumber(1, 1_000)
    .default(20)
    .describe('maximum number of upcoming appointments per account, at the first start'),
  RETAIN_UNCONFIRMED_DAYS: wholeNumber(1, 3_650)
    .default(30)
    .describe('days after which an unused account without confirmed email, appointments and payments is deleted'),
  RETAIN_EMAILS_DAYS: wholeNumber(1, 3_650)
    .default(365)
    .describe('days for which it is recorded which emails were sent to whom'),
  RETAIN_AUDIT_DAYS: wholeNumber(30, 36_500)
    .default(1_095)
    .describe('days for which the actions of admins stay in the audit trail'),
  RATE_LIMIT: z
    .enum(['on', 'off'], { error: 'on or off' })
    .default('on')
    .describe('off for load tests on your own machine; refused in production'),
  TRUST_PROXY: trustProxy
    .prefault('off')
    .describe(
      "proxies that are trusted to report the client's address: off, a number of hops, or addresses and ranges",
    ),
  INSECURE_HTTP: z
    .enum(['yes', 'no'], { error: 'yes or no' })
    .default('no')
    .describe('yes allows an http PUBLIC_URL where others can reach the server; passwords then travel unencrypted'),
  API_REFERENCE: z
    .enum(['on', 'off'], { error: 'on or off' })
    .optional()
    .describe('the page /reference, which shows the API description at /openapi.json'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'fatal, error, warn, info, debug, trace or silent',
    })
    .default('info')
    .describe('what is logged; debug adds a line for each request'),
  METRICS_PORT: wholeNumber(1, 65_535, 'a port')
    .optional()
    .describe('port of its own for /metrics, in the text format of Prometheus; without it there are no metrics'),
  METRICS_HOST: text.default('127.0.0.1').describe('address to listen on for METRICS_PORT; nothing else protects it'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'an address such as http://localhost:4318' })
    .optional()
    .describe('OpenTelemetry collector (OTLP over HTTP) that traces are sent to; without it there are no traces'),
}

function wholeNumber(min: number, max: number, noun = 'a whole number') {
  const error = `${noun}, ${min} to ${max}`
  return z.coerce.number({ error }).int(error).min(min, error).max(max, error)
}

function isHttpsOrLocal(url: string) {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
}
