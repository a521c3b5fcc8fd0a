import { TOTP, URI } from 'otpauth'
import { expect } from 'vitest'
import type { TestApp } from '../app.ts'
import { passwordCalls } from '../password-calls.ts'
import { cookieOf } from '../sessions.ts'

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

/** Returns functions that set an authenticator app up and sign in with it, and those of `passwordCalls`. */
export function secondFactorCalls(server: TestApp) {
  const calls = passwordCalls(server)
  const send = (call: string, payload: object, cookie = '') => calls.post(`two-factor/${call}`, payload, { cookie })

  return {
    ...calls,
    /** Sends a call of the second factor with cookies. */
    send,
    /** Signs a user up and sets an authenticator app up for them. */
    withSecondFactor: async () => {
      const person = await calls.signedUp()
      const setUp = await send('enable', { password: person.password }, person.cookie)
      expect(setUp.statusCode, setUp.body).toBe(200)
      const { totpURI, backupCodes } = setUp.json<{ totpURI: string; backupCodes: string[] }>()
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
