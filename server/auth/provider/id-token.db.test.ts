import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { session } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { freePort } from '#testbed/free-port.ts'
import { authOptions } from '../better-auth.ts'
import { openProviderAuth } from './provider.ts'

const clientId = 'clinic'
const own = await generateKeyPair('RS256')
const other = await generateKeyPair('RS256')
const now = () => Math.floor(Date.now() / 1_000)

/** Opens a provider that exchanges every code for `idToken`. */
async function openFake() {
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  const app = Fastify({ forceCloseConnections: true })
  const fake = { issuer, idToken: '', silent: false, close: () => app.close() }
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) => done(null))
  app.get('/.well-known/openid-configuration', async () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['RS256'],
  }))
  app.get('/jwks', async () => ({ keys: [{ ...(await exportJWK(own.publicKey)), alg: 'RS256' }] }))
  app.post('/token', async (_request, reply) => {
    if (fake.silent) return reply.hijack()
    return { access_token: 'a', token_type: 'Bearer', id_token: fake.idToken }
  })
  await app.listen({ port, host: '127.0.0.1' })
  return fake
}

let fake: Awaited<ReturnType<typeof openFake>>
let database: TestDatabase
beforeAll(async () => {
  fake = await openFake()
  database = await freshDatabase()
})
afterAll(async () => {
  await fake.close()
  await database.close()
})

type Options = { claims?: JWTPayload; key?: CryptoKey; unsigned?: boolean; exchange?: number }

/** Signs in at the fake provider with an ID token that is valid but for the options. Returns where the browser ends
 *  up. */
async function signIn({ claims, key = own.privateKey, unsigned = false, exchange = 10_000 }: Options) {
  const log = pino({ level: 'silent' })
  const config = readConfig({ RATE_LIMIT: 'off' })
  const account = { discoveryUrl: `${fake.issuer}/.well-known/openid-configuration`, clientId, clientSecret: 's' }
  const options = authOptions(
    database.db,
    { ...config, clinicName: async () => '' },
    'a secret of 32 characters or more',
    log,
    async () => {},
    {
      onSignIn: () => {},
      onReset: () => {},
    },
  )
  const open = openProviderAuth(options, account, log, { discovery: 5_000, exchange })
  const auth = await open(config.publicUrl)
  if (!auth) throw new Error('the fake provider was not found')
  const started = await auth.handler(
    new Request(`${config.publicUrl}/api/auth/sign-in/social`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'google', callbackURL: `${config.publicUrl}/appointment` }),
    }),
  )
  const query = new URL(((await started.json()) as { url: string }).url).searchParams
  const sub = randomUUID()
  const payload: JWTPayload = {
    iss: fake.issuer,
    aud: clientId,
    sub,
    nonce: query.get('nonce') ?? '',
    iat: now(),
    exp: now() + 300,
    email: `${sub}@example.org`,
    email_verified: true,
    name: 'Ann Able',
    ...claims,
  }
  fake.idToken = unsigned
    ? new UnsecuredJWT(payload).encode()
    : await new SignJWT(payload).setProtectedHeader({ alg: 'RS256' }).sign(key)
  const cookie = started.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const back = new URLSearchParams({ code: 'any', state: query.get('state') ?? '' })
  const answer = await auth.handler(
    new Request(`${config.publicUrl}/api/auth/callback/google?${back}`, { headers: { cookie } }),
  )
  const { pathname, searchParams } = new URL(answer.headers.get('location') ?? '')
  return { pathname, error: searchParams.get('error') }
}

it('a valid ID token signs in', async () => {
  expect(await signIn({})).toEqual({ pathname: '/appointment', error: null })
})

it.each<[string, Options]>([
  ['has another sign-in’s nonce', { claims: { nonce: 'another' } }],
  ['has no nonce', { claims: { nonce: undefined } }],
  ['is for another site', { claims: { aud: 'another' } }],
  ['is from another provider', { claims: { iss: 'https://evil.example' } }],
  ['has expired', { claims: { exp: now() - 60 } }],
  ['is signed with another key', { key: other.privateKey }],
  ['is not signed', { unsigned: true }],
])('an ID token that %s signs nobody in', async (_name, options) => {
  const { db } = database
  const before = [await db.$count(user), await db.$count(session)]
  expect(await signIn(options)).toEqual({ pathname: '/login', error: 'unable_to_get_user_info' })
  expect([await db.$count(user), await db.$count(session)]).toEqual(before)
})

it('a token endpoint that does not respond in time signs nobody in', async () => {
  const { db } = database
  const before = [await db.$count(user), await db.$count(session)]
  fake.silent = true
  expect(await signIn({ exchange: 200 })).toEqual({ pathname: '/login', error: 'invalid_code' })
  fake.silent = false
  expect([await db.$count(user), await db.$count(session)]).toEqual(before)
})

it.each<[string, JWTPayload]>([
  ['whose email is invalid', { email: 'a@b' }],
  ['whose email_verified is a string', { email_verified: 'true' }],
])('a user %s is not signed in', async (_name, claims) => {
  expect(await signIn({ claims })).toEqual({ pathname: '/login', error: 'email_not_found' })
})

it('a user without a name gets the first part of their email', async () => {
  expect(await signIn({ claims: { name: undefined, email: 'nobody.special@example.org' } })).toMatchObject({
    error: null,
  })
  const users = await database.db.select().from(user)
  expect(users.find(({ email }) => email === 'nobody.special@example.org')?.name).toBe('nobody.special')
})
