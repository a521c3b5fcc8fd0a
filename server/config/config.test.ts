import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { LAN, production, stripe } from '#server/config/testing/production-env.ts'
import { sampleClinic } from '#testbed/sample-clinic.ts'
import { readConfig } from './config.ts'
import { settings } from './settings.ts'

it('needs no setting', () => {
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

it('treats an empty setting as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

it('turns demo mode off by default with DATABASE_URL and in production', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://db/clinic' }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL: 'postgres://db/clinic', DEMO: 'on' }).demo).toBe(true)
  expect(readConfig(production).demo).toBe(false)
  expect(readConfig({ ...production, DEMO: 'yes-in-production' }).demo).toBe(true)
})

it('uses Google if its credentials are set, else the sandbox', () => {
  expect(readConfig({}).google).toBeUndefined()
  expect(readConfig({ ...production, SANDBOX: ' google ', ...stripe }).google).toBeUndefined()
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'a secret' }
  expect(readConfig({ ...production, SANDBOX: 'stripe', ...google }).google).toEqual({
    discoveryUrl: 'https://accounts.google.com/.well-known/openid-configuration',
    clientId: 'id',
    clientSecret: 'a secret',
  })
})

it('uses Stripe if its keys are set, else the sandbox', () => {
  expect(readConfig({}).stripe).toBeUndefined()
  expect(readConfig({ ...production, SANDBOX: 'google', ...stripe }).stripe).toEqual({
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_1',
  })
})

it('uses an image host if one is set, and derives the origin of its photos', () => {
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
  [{ CLINIC_COUNTRY: 'Germany' }, 'CLINIC_COUNTRY is "Germany": it wants the two letters of a country, such as DE'],
  [
    { CLINIC_LANGUAGE: 'German' },
    'CLINIC_LANGUAGE is "German": it wants the tag of a language, such as en-US or de-DE',
  ],
  [{ CLINIC_CURRENCY: 'euro' }, 'CLINIC_CURRENCY is "euro": it wants the three letters of a currency, such as EUR'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud": it wants fatal, error, warn, info, debug, trace or silent'],
  [{ DEMO: 'maybe' }, 'DEMO is "maybe": it wants on, off or yes-in-production'],
  [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET is a value: it wants at least 32 characters'],
  [{ BACKUP_KEY: 'short' }, 'BACKUP_KEY is a value: it wants at least 16 characters'],
  [
    { DATABASE_URL: 'mysql://u:secret@db/x' },
    'DATABASE_URL is a value: it wants an address such as postgres://user:password@host:5432/name',
  ],
  [
    { SMTP_URL: 'https://u:secret@mail.example' },
    'SMTP_URL is a value: it wants an address such as smtps://user:password@host:465',
  ],
  [{ MAIL_FROM: 'clinic' }, 'MAIL_FROM is "clinic": it wants an address such as desk@clinic.example'],
  [{ ...production, AUTH_SECRET: '' }, 'NODE_ENV is "production": set AUTH_SECRET to at least 32 characters'],
  [
    { ...production, AUTH_SECRET: 'x'.repeat(32) },
    'NODE_ENV is "production": set AUTH_SECRET to random text, such as what `openssl rand -base64 32` prints',
  ],
  [
    { ...production, DEMO: 'on' },
    'NODE_ENV is "production": set DEMO=off, or DEMO=yes-in-production to keep the demo admin',
  ],
  [{ DATABASE: 'postgres' }, 'DATABASE is "postgres": it wants embedded; the address of a PostgreSQL database belongs'],
  [
    { DATABASE: 'embedded', DATABASE_URL: 'postgres://db/clinic' },
    'DATABASE is "embedded", and DATABASE_URL is set: remove one of them',
  ],
  [{ ...production, RATE_LIMIT: 'off' }, 'NODE_ENV is "production": set RATE_LIMIT=on'],
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
    'NODE_ENV is "production": set STRIPE_SECRET_KEY, or SANDBOX=google,stripe to keep the stand-ins',
  ],
  [
    { ...production, SANDBOX: 'stripe' },
    'NODE_ENV is "production": set GOOGLE_CLIENT_ID, or SANDBOX=google,stripe to keep the stand-ins',
  ],
  [
    { ...production, ...stripe, SANDBOX: '' },
    'NODE_ENV is "production": set GOOGLE_CLIENT_ID, or SANDBOX=google to keep the stand-in',
  ],
  [
    { NODE_ENV: 'production' },
    'NODE_ENV is "production": set AUTH_SECRET to at least 32 characters; set DATABASE_URL to a PostgreSQL database, or DATABASE=embedded; set CLINIC_NAME, CLINIC_TIME_ZONE, CLINIC_EMAIL, CLINIC_PHONE, CLINIC_ADDRESS, CLINIC_HOURS; set GOOGLE_CLIENT_ID and STRIPE_SECRET_KEY, or SANDBOX=google,stripe to keep the stand-ins',
  ],
  [
    { PUBLIC_URL: 'https://clinic.example' },
    'PUBLIC_URL is "https://clinic.example", where others can reach it: set GOOGLE_CLIENT_ID and STRIPE_SECRET_KEY, or SANDBOX=google,stripe to keep the stand-ins',
  ],
  [
    { ...LAN, DEMO: 'on' },
    'PUBLIC_URL is "http://192.168.1.5:3000", where others can reach it: set DEMO=off, or DEMO=yes-in-production to keep the demo admin',
  ],
  [
    { ...LAN, INSECURE_HTTP: '' },
    'PUBLIC_URL is "http://192.168.1.5:3000", where others can reach it: set PUBLIC_URL to an https origin, or INSECURE_HTTP=yes to do without encryption',
  ],
  [
    { ...LAN, AUTH_SECRET: 'ab'.repeat(20) },
    'PUBLIC_URL is "http://192.168.1.5:3000", where others can reach it: set AUTH_SECRET to random text',
  ],
  [{ HOST: '0.0.0.0' }, 'HOST is "0.0.0.0", where others can reach it: set GOOGLE_CLIENT_ID and STRIPE_SECRET_KEY, or'],
  [{ HOST: '::' }, 'HOST is "::", where others can reach it: set '],
  [{ HOST: '192.168.1.5' }, 'HOST is "192.168.1.5", where others can reach it: set '],
  [
    { ...sampleClinic, HOST: '0.0.0.0', SANDBOX: 'google,stripe' },
    'HOST is "0.0.0.0", where others can reach it: set PUBLIC_URL to an https origin, or INSECURE_HTTP=yes',
  ],
  [{ INSECURE_HTTP: 'on' }, 'INSECURE_HTTP is "on": it wants yes or no'],
  ...[
    ...['yes', 'on', '-1', '300.1.1.1', '10.0.0.0/33'],
    ...['10.0.0.0/0', '::1/129', '10.0.0.1,', '1.5', '1000', 'proxy.example'],
  ].map((value): [Record<string, string>, string] => [
    { TRUST_PROXY: value },
    `TRUST_PROXY is "${value}": it wants off, a number of hops, or addresses and ranges such as 10.0.0.0/8`,
  ]),
])('refuses %j with one line that contains the setting, its value and what is allowed', (env, line) => {
  expect(() => readConfig(env)).toThrow(line)
})

it.each([
  { PUBLIC_URL: 'http://localhost:8080' },
  { PUBLIC_URL: 'http://127.0.0.1:8080' },
  { PUBLIC_URL: 'http://127.7.7.7' },
  { PUBLIC_URL: 'http://[::1]:3000' },
  { HOST: 'localhost' },
  { HOST: '::1' },
])('allows all defaults if only this machine can reach the server: %j', (env) => {
  expect(readConfig(env)).toMatchObject({ demo: true, apiReference: true })
})

it('turns the API reference off in production by default', () => {
  expect(readConfig(production).apiReference).toBe(false)
  expect(readConfig({ ...production, API_REFERENCE: 'on' }).apiReference).toBe(true)
})

it.each(['loopback', 'loopback, 10.0.0.0/8', '192.0.2.1', '2001:db8::/32,uniquelocal', '::1'])(
  'accepts TRUST_PROXY=%s, and so does Fastify',
  (TRUST_PROXY) => {
    const { trustProxy } = readConfig({ TRUST_PROXY })
    expect(trustProxy).toBe(TRUST_PROXY.replace(' ', ''))
    expect(() => Fastify({ trustProxy })).not.toThrow()
  },
)

it('trusts as many proxies as TRUST_PROXY has hops, and none for 0', () => {
  const { trustProxy } = readConfig({ TRUST_PROXY: '2' })
  if (typeof trustProxy !== 'function') throw new Error('no function')
  expect([0, 1, 2].map((hop) => trustProxy('192.0.2.1', hop))).toEqual([true, true, false])
  expect(readConfig({ TRUST_PROXY: '0' }).trustProxy).toBe(false)
})

it('has the description of each setting in docs/operating.md', () => {
  const page = readFileSync('docs/operating.md', 'utf8')
  for (const [name, schema] of Object.entries(settings)) {
    const row = page.split('\n').find((line) => line.startsWith(`| ${name} |`))
    expect(row, name).toContain(schema.description)
  }
})
