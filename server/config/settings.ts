import { z } from 'zod'
import { email } from '#contract/kit/text/email.ts'
import { isTimeZone } from '#contract/kit/time/clinic-date.ts'
import { readTrustProxy } from '../start/trust-proxy.ts'
import { readOpeningHours } from './opening-hours.ts'

const text = z.string().trim().min(1)
const stripeKey = (shape: RegExp, wanted: string) => text.regex(shape, wanted)
const openingHours = text.transform((input, context) => {
  const hours = readOpeningHours(input)
  if (!hours) context.addIssue('hours such as Mo-Fr 08:00-17:00; Sa 09:00-13:00')
  return hours ?? z.NEVER
})
const trustProxy = text.transform((input, context) => {
  const trusted = readTrustProxy(input)
  if (trusted === undefined) context.addIssue('off, a number of hops, or addresses and ranges such as 10.0.0.0/8')
  return trusted ?? z.NEVER
})
const timeZone = text.refine(isTimeZone, { error: 'an IANA time zone such as Europe/Copenhagen' })

/** Every setting, read from the environment. A description is the sentence that docs/operating.md has for it. */
export const settings = {
  NODE_ENV: z
    .enum(['production', 'development', 'test'], { error: 'production, development or test' })
    .default('development')
    .describe('production refuses unsafe defaults'),
  PORT: z.coerce
    .number({ error: 'a port, 1 to 65535' })
    .int('a port, 1 to 65535')
    .min(1, 'a port, 1 to 65535')
    .max(65535, 'a port, 1 to 65535')
    .default(3000)
    .describe('port it listens on'),
  HOST: text.default('127.0.0.1').describe('address it listens on'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'an origin such as https://clinic.example', abort: true })
    .refine((url) => new URL(url).pathname === '/', { error: 'an origin, without a path' })
    .optional()
    .describe('origin that people use: cookies, redirects, links in mails'),
  DATA_DIR: text
    .default('.data')
    .describe('everything written on this machine: embedded database, outbox, generated secret'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'an address such as postgres://user:password@host:5432/name' })
    .optional()
    .describe('PostgreSQL; without it the embedded database in DATA_DIR'),
  AUTH_SECRET: text
    .min(32, 'at least 32 characters')
    .optional()
    .describe('signs sessions and tokens; required in production'),
  DEMO: z
    .enum(['on', 'off', 'yes-in-production'], { error: 'on, off or yes-in-production' })
    .optional()
    .describe('demo admin and its hint on the login screen'),
  GOOGLE_CLIENT_ID: text
    .optional()
    .describe("this clinic's client ID at Google; without it a stand-in for Google, for use without internet"),
  GOOGLE_CLIENT_SECRET: text.optional().describe('the secret that belongs to GOOGLE_CLIENT_ID'),
  STRIPE_SECRET_KEY: stripeKey(/^[rs]k_(test|live)_\w+$/, 'a key such as sk_test_…')
    .optional()
    .describe(
      "this clinic's secret key at Stripe; without it a sandbox that behaves as Stripe does and charges nobody",
    ),
  STRIPE_PUBLISHABLE_KEY: stripeKey(/^pk_(test|live)_\w+$/, 'a key such as pk_test_…')
    .optional()
    .describe('the publishable key that belongs to STRIPE_SECRET_KEY'),
  STRIPE_WEBHOOK_SECRET: stripeKey(/^whsec_\w+$/, 'a signing secret such as whsec_…')
    .optional()
    .describe('what Stripe signs its calls to PUBLIC_URL/webhook/stripe with'),
  SANDBOX: text
    .transform((list) => list.split(/\s*,\s*/))
    .pipe(z.array(z.enum(['stripe', 'google'], { error: 'stripe, google or both with a comma between' })))
    .default([])
    .describe('sandboxes allowed in production, and where others can reach the server'),
  IMAGE_HOST_URL: z
    .url({ protocol: /^https?$/, error: 'an address such as https://api.imgbb.com/1/upload', abort: true })
    .refine(keepsSecrets, { error: 'https, since the key travels there' })
    .optional()
    .describe('where photos of doctors are sent, imgbb or compatible; without it they are stored in the database'),
  IMAGE_HOST_KEY: text.optional().describe('the key that IMAGE_HOST_URL wants; it never leaves the server'),
  IMAGE_HOST_PICTURES: z
    .url({ protocol: /^https$/, error: 'an origin such as https://i.ibb.co' })
    .optional()
    .describe('origin that the host serves photos from; an answer that names another is refused'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'an address such as smtps://user:password@host:465' })
    .optional()
    .describe('mail server; without it mails are written to DATA_DIR/outbox and reach nobody'),
  MAIL_FROM: text
    .refine((address) => email.safeParse(address).success, { error: 'an address such as desk@clinic.example' })
    .optional()
    .describe('address that mails come from'),
  CLINIC_NAME: text.default('Lumen Dental').describe('name of the clinic'),
  CLINIC_TIME_ZONE: timeZone.default('America/New_York').describe('the one time zone that slots and days are meant in'),
  CLINIC_EMAIL: z.string().pipe(email).default('hello@lumendental.example').describe('address that patients write to'),
  CLINIC_PHONE: text.default('+1 212 555 0142').describe('number that patients call'),
  CLINIC_ADDRESS: text.default('48 Harbour Street, New York, NY 10004').describe('where the clinic is'),
  CLINIC_HOURS: openingHours
    .prefault('Mo-Su 08:00-17:00')
    .describe(
      'when the clinic sees patients, as pages and search engines are told; what can be booked are the slots of its treatments',
    ),
  BOOKING_HORIZON_DAYS: wholeNumber(1, 3_650).default(365).describe('how many days ahead patients can book'),
  BOOKING_MAX_UPCOMING: wholeNumber(1, 1_000).default(20).describe('upcoming appointments that an account can have'),
  RATE_LIMIT: z
    .enum(['on', 'off'], { error: 'on or off' })
    .default('on')
    .describe('off for load tests on a machine of your own; refused in production'),
  TRUST_PROXY: trustProxy
    .prefault('off')
    .describe("which proxies may say the client's address: off, a number of hops, or addresses and ranges"),
  INSECURE_HTTP: z
    .enum(['yes', 'no'], { error: 'yes or no' })
    .default('no')
    .describe('yes allows an http PUBLIC_URL where others can reach the server; passwords then travel unencrypted'),
  API_REFERENCE: z
    .enum(['on', 'off'], { error: 'on or off' })
    .optional()
    .describe('the page /reference, which shows the description of the calls at /openapi.json'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'fatal, error, warn, info, debug, trace or silent',
    })
    .default('info')
    .describe('what is logged; debug adds a line for each request'),
}

function wholeNumber(least: number, most: number) {
  const error = `a whole number, ${least} to ${most}`
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error)
}

function keepsSecrets(url: string) {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
}
