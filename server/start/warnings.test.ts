import { expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { sampleClinic } from '#testbed/sample-clinic.ts'
import { unsentWarnings } from './unsent.ts'
import { keptWarnings, sampleWarnings, startWarnings } from './warnings.ts'

const AUTH_SECRET = 'Zm9yIHRlc3RzIG9ubHksIG5vdCBhIHNlY3JldA'
const SANDBOX = 'google,stripe'
const warnings = (env: Record<string, string>) => startWarnings(readConfig(env))

it('returns nothing if only this machine can reach the server', () => {
  expect(warnings({})).toEqual([])
  expect(warnings({ DATABASE_URL: 'postgres://u:p@localhost/clinic', SMTP_URL: 'smtp://127.0.0.1:25' })).toEqual([])
})

it('names the sandboxes in use where others can reach the server', () => {
  const env = {
    ...sampleClinic,
    PUBLIC_URL: 'http://192.168.1.5:3000',
    SANDBOX,
    INSECURE_HTTP: 'yes',
    DEMO: 'yes-in-production',
  }
  expect(warnings(env)).toEqual([
    'This server is not for real patients. It uses the demo admin, with the password that the login screen shows (DEMO); ' +
      'the stand-in for Google, where anybody can be anybody (SANDBOX); the card sandbox, which charges nobody (SANDBOX); ' +
      'http without encryption (PUBLIC_URL)',
  ])
  const production = {
    ...sampleClinic,
    NODE_ENV: 'production',
    DATABASE: 'embedded',
    AUTH_SECRET,
    SANDBOX,
    PUBLIC_URL: 'https://clinic.example',
  }
  expect(warnings(production)).toEqual([
    expect.stringMatching(
      /^This server is not for real patients\. It uses the stand-in for Google.*; the card sandbox[^;]*$/,
    ),
  ])
})

it('warns of a secret that can be guessed', () => {
  expect(warnings({ AUTH_SECRET: 'x'.repeat(40) })).toEqual([expect.stringMatching(/^AUTH_SECRET is not random/)])
  expect(warnings({ AUTH_SECRET })).toEqual([])
})

it.each([
  ['postgres://u:secret@db.example/clinic', true],
  ['postgres://u:secret@10.0.0.5:5432/clinic?sslmode=prefer', true],
  ['postgres://u:secret@localhost/clinic?host=db.example', true],
  ['postgres://u:secret@db.example/clinic?sslmode=require', false],
  ['postgres://u:secret@db.example/clinic?sslmode=verify-full', false],
  ['postgres://u:secret@db.example/clinic?ssl=true', false],
  ['postgres://u:secret@127.0.0.1/clinic', false],
  ['postgres:///clinic?host=/var/run/postgresql', false],
])('checks DATABASE_URL %s for TLS', (DATABASE_URL, isWarned) => {
  const lines = warnings({ DATABASE_URL })
  expect(lines).toHaveLength(isWarned ? 1 : 0)
  if (isWarned) expect(lines[0]).toMatch(/^DATABASE_URL connects to (db\.example|10\.0\.0\.5) without TLS/)
  expect(lines.join()).not.toContain('secret')
})

it.each([
  ['smtp://u:secret@mail.example:587', true],
  ['smtp://u:secret@mail.example:587?requireTLS=false', true],
  ['smtp://u:secret@mail.example:587?requireTLS=true', false],
  ['smtps://u:secret@mail.example:465', false],
  ['smtp://u:secret@localhost:25', false],
])('checks SMTP_URL %s for TLS', (SMTP_URL, isWarned) => {
  const lines = warnings({ SMTP_URL })
  expect(lines).toHaveLength(isWarned ? 1 : 0)
  if (isWarned) expect(lines[0]).toMatch(/^SMTP_URL connects to mail\.example without insisting on TLS/)
  expect(lines.join()).not.toContain('secret')
})

it.each([
  ['Europe/Kyiv', 'Europe/Kiev'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Asia/Kolkata', 'Asia/Calcutta'],
  ['US/Eastern', 'America/New_York'],
  ['Etc/UTC', 'UTC'],
])('CLINIC_TIME_ZONE %s is no other zone than %s', (setting, kept) => {
  expect(keptWarnings({ timeZone: setting }, { timeZone: kept })).toEqual([])
})

it('a zone with the same offset is another zone', () => {
  expect(keptWarnings({ timeZone: 'Europe/Vienna', name: 'A' }, { timeZone: 'Europe/Berlin', name: 'B' })).toEqual([
    'CLINIC_NAME is A, but this clinic keeps B in its database: set CLINIC_NAME=B',
    'CLINIC_TIME_ZONE is Europe/Vienna, but this clinic keeps Europe/Berlin in its database: set CLINIC_TIME_ZONE=Europe/Berlin',
  ])
})

it('names each value of the sample clinic that is left', () => {
  const { clinic } = readConfig({})
  const reviews = [
    { name: 'Nora Whitfield', sample: true },
    { name: 'Ann', sample: false },
  ]
  expect(sampleWarnings({ ...clinic, name: 'Zahnarztpraxis am Park', email: 'a@praxis.example', reviews })).toEqual([
    'the address is that of the sample clinic, 48 Harbour Street, New York, NY 10004: change it on the page Clinic',
    'the phone is that of the sample clinic, +1 212 555 0142: change it on the page Clinic',
    'the reviews of Nora Whitfield are samples: replace or remove them on the page Clinic',
  ])
  expect(sampleWarnings({ name: 'A', address: 'B', phone: 'C', email: 'D', reviews: [] })).toEqual([])
})

it('says that nothing is sent without a mail server and a text service, in a demo without alarm', () => {
  const production = {
    ...sampleClinic,
    NODE_ENV: 'production',
    DATABASE: 'embedded',
    AUTH_SECRET,
    SANDBOX,
    PUBLIC_URL: 'https://clinic.example',
  }
  expect(unsentWarnings(readConfig(production))).toEqual([
    'No email is sent, because there is no mail server: all are kept in the outbox in DATA_DIR; set it up on the page Outside services, or set SMTP_URL',
    'No text message is sent, because there is no text service: all are kept in DATA_DIR/texts; set it up on the page Outside services, or set TEXT_ACCOUNT',
  ])
  expect(unsentWarnings(readConfig({}))).toEqual([
    'No email is sent, because there is no mail server: all are kept in the outbox, http://localhost:3000/sandbox/outbox; this is a demo',
    'No text message is sent, because there is no text service: all are kept in DATA_DIR/texts; this is a demo',
  ])
  const set = { SMTP_URL: 'smtp://localhost:25', TEXT_ACCOUNT: 'AC1', TEXT_TOKEN: 'a token', TEXT_FROM: '+12125550100' }
  expect(unsentWarnings(readConfig(set))).toEqual([])
})
