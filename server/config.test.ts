import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { settings } from './settings.ts'

const production = { NODE_ENV: 'production', AUTH_SECRET: 'x'.repeat(32), SANDBOX: 'stripe, google' }
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

it('works with no setting at all', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    origins: ['http://localhost:3000', 'http://127.0.0.1:3000'],
    dataDir: '.data',
    databaseUrl: undefined,
    demo: true,
    rateLimit: true,
    trustProxy: false,
  })
})

it('takes an empty setting for none', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

it('turns demo mode off with a database of one’s own, and in production', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://db/clinic' }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL: 'postgres://db/clinic', DEMO: 'on' }).demo).toBe(true)
  expect(readConfig(production).demo).toBe(false)
  expect(readConfig({ ...production, DEMO: 'yes-in-production' }).demo).toBe(true)
})

it('signs in at Google with Google’s credentials, and at the stand-in without', () => {
  expect(readConfig({}).google).toBeUndefined()
  expect(readConfig({ ...production, SANDBOX: ' google ', ...stripe }).google).toBeUndefined()
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'a secret' }
  expect(readConfig({ ...production, SANDBOX: 'stripe', ...google }).google).toEqual({
    discoveryUrl: 'https://accounts.google.com/.well-known/openid-configuration',
    clientId: 'id',
    clientSecret: 'a secret',
  })
})

it('takes cards at Stripe with Stripe’s keys, and in the sandbox without', () => {
  expect(readConfig({}).stripe).toBeUndefined()
  expect(readConfig({ ...production, SANDBOX: 'google', ...stripe }).stripe).toEqual({
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_1',
  })
})

it('sends photos to an image host when one is set, and believes pictures of its origin only', () => {
  expect(readConfig({}).imageHost).toBeUndefined()
  const imgbb = { IMAGE_HOST_URL: 'https://api.imgbb.com/1/upload', IMAGE_HOST_KEY: 'a key' }
  expect(readConfig(imgbb).imageHost).toEqual({
    url: 'https://api.imgbb.com/1/upload',
    key: 'a key',
    pictures: 'https://i.ibb.co',
  })
  const own = { ...imgbb, IMAGE_HOST_URL: 'https://img.example:8443/1/upload' }
  expect(readConfig(own).imageHost?.pictures).toBe('https://img.example:8443')
  expect(readConfig({ ...own, IMAGE_HOST_PICTURES: 'https://cdn.example/' }).imageHost?.pictures).toBe(
    'https://cdn.example',
  )
})

it.each([
  [{ IMAGE_HOST_URL: 'https://img.example' }, 'IMAGE_HOST_KEY is not set: IMAGE_HOST_URL is, and wants it'],
  [{ IMAGE_HOST_KEY: 'k' }, 'IMAGE_HOST_URL is not set: IMAGE_HOST_KEY is, and wants it'],
  [{ IMAGE_HOST_PICTURES: 'https://i.ibb.co' }, 'IMAGE_HOST_URL is not set: IMAGE_HOST_PICTURES is, and wants it'],
  [
    { IMAGE_HOST_URL: 'http://img.example', IMAGE_HOST_KEY: 'k' },
    'IMAGE_HOST_URL is "http://img.example": it wants https, since the key travels there',
  ],
  [
    { IMAGE_HOST_PICTURES: 'http://i.ibb.co' },
    'IMAGE_HOST_PICTURES is "http://i.ibb.co": it wants an origin such as https://i.ibb.co',
  ],
  [{ PORT: 'abc' }, 'PORT is "abc": it wants a port, 1 to 65535'],
  [{ PORT: '0' }, 'PORT is "0": it wants a port, 1 to 65535'],
  [{ PORT: '80.5' }, 'PORT is "80.5": it wants a port, 1 to 65535'],
  [
    { PUBLIC_URL: 'clinic.example' },
    'PUBLIC_URL is "clinic.example": it wants an origin such as https://clinic.example',
  ],
  [{ PUBLIC_URL: 'https://x.example/a' }, 'PUBLIC_URL is "https://x.example/a": it wants an origin, without a path'],
  [
    { CLINIC_TIME_ZONE: 'Mars/Olympus' },
    'CLINIC_TIME_ZONE is "Mars/Olympus": it wants an IANA time zone such as Europe/Copenhagen',
  ],
  [
    { CLINIC_HOURS: 'Mo-Fr 9-5' },
    'CLINIC_HOURS is "Mo-Fr 9-5": it wants hours such as Mo-Fr 08:00-17:00; Sa 09:00-13:00',
  ],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud": it wants fatal, error, warn, info, debug, trace or silent'],
  [{ DEMO: 'maybe' }, 'DEMO is "maybe": it wants on, off or yes-in-production'],
  [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET is a value: it wants at least 32 characters'],
  [
    { DATABASE_URL: 'mysql://u:secret@db/x' },
    'DATABASE_URL is a value: it wants an address such as postgres://user:password@host:5432/name',
  ],
  [
    { SMTP_URL: 'https://u:secret@mail.example' },
    'SMTP_URL is a value: it wants an address such as smtps://user:password@host:465',
  ],
  [{ MAIL_FROM: 'clinic' }, 'MAIL_FROM is "clinic": it wants an address such as desk@clinic.example'],
  [{ NODE_ENV: 'production' }, 'AUTH_SECRET is not set: production wants a secret of at least 32 characters'],
  [
    { ...production, DEMO: 'on' },
    'DEMO is "on": production wants off, or yes-in-production if the demo admin is really meant',
  ],
  [{ ...production, RATE_LIMIT: 'off' }, 'RATE_LIMIT is "off": production wants on'],
  [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET is not set: GOOGLE_CLIENT_ID is, and wants it'],
  [{ GOOGLE_CLIENT_SECRET: 's' }, 'GOOGLE_CLIENT_ID is not set: GOOGLE_CLIENT_SECRET is, and wants it'],
  [{ SANDBOX: 'gogle' }, 'SANDBOX is "gogle": it wants stripe, google or both with a comma between'],
  [{ ...stripe, STRIPE_PUBLISHABLE_KEY: '' }, 'STRIPE_PUBLISHABLE_KEY is not set: STRIPE_SECRET_KEY is, and wants it'],
  [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY is not set: STRIPE_PUBLISHABLE_KEY is, and wants it'],
  [{ STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY is a value: it wants a key such as sk_test_…'],
  [
    { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1' },
    'STRIPE_PUBLISHABLE_KEY is not of the same mode as STRIPE_SECRET_KEY: both live or both test',
  ],
  [
    { ...production, SANDBOX: 'google' },
    "STRIPE_SECRET_KEY is not set: production wants Stripe's keys, or SANDBOX=stripe if the sandbox is really meant",
  ],
  [
    { ...production, SANDBOX: 'stripe' },
    "GOOGLE_CLIENT_ID is not set: production wants Google's credentials, or SANDBOX=google if the stand-in is really meant",
  ],
])('refuses %j in one line that names the setting, what it got and what it wants', (env, line) => {
  expect(() => readConfig(env)).toThrow(line)
})

it('is described, setting by setting and in its own words, in docs/operating.md', () => {
  const page = readFileSync('docs/operating.md', 'utf8')
  for (const [name, schema] of Object.entries(settings)) {
    const row = page.split('\n').find((line) => line.startsWith(`| ${name} |`))
    expect(row, name).toContain(schema.description)
  }
})
