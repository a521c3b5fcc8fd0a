import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { TOTP, URI } from 'otpauth'
import { expect } from 'vitest'
import { passkey } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'
import type { TestApp } from '#server/testing/app.ts'
import { passwordCalls } from '#server/testing/password-calls.ts'
import { cookieOf } from '#server/testing/sessions.ts'

type Person = { email: string; password: string }

/** Returns the code that the app shows now, or `periods` half minutes later. */
export function codeOf(uri: string, periods = 0): string {
  const app = URI.parse(uri)
  if (!(app instanceof TOTP)) throw new Error(`not a TOTP: ${uri}`)
  return app.generate({ timestamp: Date.now() + periods * 30_000 })
}

/** Returns the cookies of a response that were not removed. */
export function kept(answer: Parameters<typeof cookieOf>[0]): string {
  return cookieOf({ cookies: answer.cookies.filter(({ value }) => value) })
}

/** Resolves when a code of the period before is valid for at least four seconds. */
async function newPeriod() {
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 4_000) await setTimeout(left)
}

/** Returns functions that set an authenticator app up and sign in with it, and those of `passwordCalls`. */
export function secondFactorCalls(server: TestApp) {
  const calls = passwordCalls(server)
  const send = (call: string, payload: object, cookie = '') => calls.post(`two-factor/${call}`, payload, { cookie })

  return {
    ...calls,
    /** Sends a call of the second factor with cookies. */
    send,
    /** Signs a user up with a confirmed email and sets an authenticator app up for them. */
    withSecondFactor: async () => {
      const person = await calls.confirmed()
      const setUp = await send('enable', { password: person.password }, person.cookie)
      expect(setUp.statusCode, setUp.body).toBe(200)
      const { totpURI, backupCodes } = setUp.json<{ totpURI: string; backupCodes: string[] }>()
      await newPeriod()
      const confirmed = await send('verify-totp', { code: codeOf(totpURI, -1) }, person.cookie)
      expect(confirmed.statusCode, confirmed.body).toBe(200)
      return { ...person, cookie: kept(confirmed), before: person.cookie, totpURI, backupCodes }
    },
    /** Signs in with the password. Returns the cookies that continue the sign-in. */
    withPassword: async (person: Person) => {
      const answer = await calls.signIn(person)
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
      return kept(answer)
    },
  }
}
export type SecondFactorCalls = ReturnType<typeof secondFactorCalls>

/** Adds a passkey to an account, and returns a function that signs in with it. */
export async function withPasskey(server: TestApp, email: string) {
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
  const [owner] = await server.database.db.select().from(user).where(eq(user.email, email))
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
    return passwordCalls(server).post(
      'passkey/verify-authentication',
      { response: credential },
      { cookie: kept(begun) },
    )
  }
}
