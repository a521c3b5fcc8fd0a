import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { passkey } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'
import { type GoogleTest, openGoogleTest } from '#server/testing/outside/google.ts'
import { passwordCalls } from '#server/testing/password-calls.ts'
import { cookieOf } from '#server/testing/sessions.ts'

let server: GoogleTest
let calls: ReturnType<typeof passwordCalls>
let raw: string[] = []
beforeAll(async () => {
  server = await openGoogleTest({ LOG_LEVEL: 'info' }, { write: (line) => raw.push(line) })
  await server.listen()
  calls = passwordCalls(server)
})
beforeEach(() => {
  raw = []
})
afterAll(() => server.close())

type Line = { security?: string; kind?: string; subject?: string }
const lines = () => raw.map((line): Line => JSON.parse(line)).filter(({ security }) => security)
const signIns = () => lines().filter(({ security }) => security === 'signed-in')
const requestId = expect.stringMatching(/^\d{4}-\d{4}-\d{4}$/)
const subject = expect.stringMatching(/^[\w-]{22}$/)

/** The cookies of a response that were not removed. */
const kept = ({ cookies }: Parameters<typeof cookieOf>[0]) =>
  cookieOf({ cookies: cookies.filter(({ value }) => value) })

function codeOf(uri: string, periods = 0) {
  const app = URI.parse(uri)
  if (!(app instanceof TOTP)) throw new Error(`not a TOTP: ${uri}`)
  return app.generate({ timestamp: Date.now() + periods * 30_000 })
}

/** Signs a user up and sets an authenticator app up for them. */
async function withApp() {
  const person = await calls.signedUp()
  const headers = { cookie: person.cookie }
  const setUp = (await calls.post('two-factor/enable', { password: person.password }, headers)).json()
  const confirmed = await calls.post('two-factor/verify-totp', { code: codeOf(setUp.totpURI, -1) }, headers)
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  return { ...person, totpURI: String(setUp.totpURI), cookie: kept(confirmed) }
}

/** Adds a passkey to an account, and returns a function that signs in with it. */
async function withPasskey(email: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  // A COSE key (RFC 9053, 7.1.1): an elliptic curve, ES256, P-256, x and y.
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    bytes(x),
    Buffer.from('225820', 'hex'),
    bytes(y),
  ])
  const [owner] = await server.usersByEmail(email)
  const credentialID = randomUUID().replaceAll('-', '')
  await server.database.db.insert(passkey).values({
    id: randomUUID(),
    userId: owner?.id ?? '',
    publicKey: cose.toString('base64'),
    credentialID,
    counter: 0,
    deviceType: 'singleDevice',
    backedUp: false,
  })
  return async () => {
    const begun = await server.app.inject('/api/auth/passkey/generate-authenticate-options')
    const client = { type: 'webauthn.get', challenge: begun.json().challenge, origin: server.origin }
    const clientData = Buffer.from(JSON.stringify(client))
    // Web Authentication, 6.1: the site, present and verified, the number of uses.
    const site = createHash('sha256').update('localhost').digest()
    const authenticatorData = Buffer.concat([site, Buffer.from('0500000001', 'hex')])
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, privateKey).toString('base64url'),
    }
    const credential = {
      id: credentialID,
      rawId: credentialID,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    }
    return calls.post('passkey/verify-authentication', { response: credential }, { cookie: kept(begun) })
  }
}

it('logs a sign-up and a sign-in with the password once, with the same hash of the email', async () => {
  const person = await calls.signedUp()
  await calls.signIn({ ...person, password: 'wrong one' })
  expect((await calls.signIn({ ...person, email: person.email.toUpperCase() })).statusCode).toBe(200)
  const found = signIns()
  expect(found).toEqual([
    expect.objectContaining({ kind: 'sign-up', requestId, subject }),
    expect.objectContaining({ kind: 'password', requestId, subject: found[0]?.subject }),
  ])
  for (const secret of [person.email, person.email.toUpperCase(), '127.0.0.1'])
    expect(raw.join('')).not.toContain(secret)
})

it('logs a sign-in with Google, also the first one', async () => {
  const person = { name: 'Ann', email: `${randomUUID()}@example.org` }
  expect((await server.signIn(person)).path).toBe('/appointment')
  expect((await server.signIn(person)).path).toBe('/appointment')
  await server.signIn({ cancel: 'yes' })
  expect(lines().map(({ security, kind }) => [security, kind])).toEqual([
    ['signed-in', 'google'],
    ['signed-in', 'google'],
    ['sign-in-failed', 'google'],
  ])
})

it('logs a sign-in with a second factor after the second step only, and not for a used code', async () => {
  const person = await withApp()
  raw = []
  const withPassword = async () => ({ cookie: kept(await calls.signIn(person)) })
  const first = await withPassword()
  await server.database.db.update(user).set({ emailVerified: true }).where(eq(user.email, person.email))
  expect((await server.signIn({ name: 'Ann', email: person.email })).path).toMatch(/^\/second-factor/)
  expect(signIns()).toEqual([])
  const code = { code: codeOf(person.totpURI) }
  expect((await calls.post('two-factor/verify-totp', code, first)).statusCode).toBe(200)
  expect((await calls.post('two-factor/verify-totp', code, await withPassword())).statusCode).toBe(401)
  expect(signIns()).toEqual([expect.objectContaining({ kind: 'second-factor', requestId, subject })])
})

it('logs a sign-in with a passkey', async () => {
  const person = await withApp()
  const signIn = await withPasskey(person.email)
  raw = []
  const answer = await signIn()
  expect(answer.statusCode, answer.body).toBe(200)
  expect(signIns()).toEqual([expect.objectContaining({ kind: 'passkey', requestId, subject })])
})

it('logs no sign-in for a session that replaces another one', async () => {
  const person = await withApp()
  expect(signIns().map(({ kind }) => kind)).toEqual(['sign-up'])
  const { cookie, password } = person
  const change = { currentPassword: password, newPassword: 'another1' }
  const changed = await calls.post('change-password', change, { cookie })
  expect(changed.statusCode, changed.body).toBe(200)
  const off = await calls.post('two-factor/disable', { password: 'another1' }, { cookie: kept(changed) })
  expect(off.statusCode, off.body).toBe(200)
  expect(signIns()).toHaveLength(1)
})
