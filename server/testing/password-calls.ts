import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { user } from '#server/database/schema/user.ts'
import type { TestApp } from './app.ts'
import { linkIn, newestMail, tokenIn } from './outside/outbox.ts'

/** Returns functions that send the pages' requests for sign-in, email verification and password reset. */
export function passwordCalls({ app, origin, config, database, signUp }: TestApp) {
  const post = (call: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `/api/auth/${call}`, headers: { origin, ...headers }, payload })
  const requestReset = (email: string) => post('request-password-reset', { email })
  const signedUp = async () => {
    const person = newPerson()
    const { cookie } = await signUp(person)
    return { ...person, cookie }
  }
  const newPerson = () => ({ name: 'Ann', email: `${randomUUID()}@example.org`, password: 'secret1' })

  return {
    post,
    requestReset,
    newPerson,
    reset: (token: string, newPassword: string) => post('reset-password', { token, newPassword }),
    signIn: ({ email, password }: { email: string; password: string }) => post('sign-in/email', { email, password }),
    verify: (token: string, cookie = '') => post('verify-email', { token }, { cookie }),
    signedUp,
    /** Signs a user up and notes that they confirmed their email, without the link. */
    confirmed: async () => {
      const person = await signedUp()
      await setConfirmed(database, person.email, true)
      return person
    },
    /** Requests a reset link and returns the token of its email, which comes after `emailsBefore` others. */
    resetToken: async (email: string, emailsBefore = 1): Promise<string> => {
      expect((await requestReset(email)).statusCode).toBe(200)
      const found = await newestMail(config.dataDir, email, emailsBefore + 1)
      expect(found.subject).toBe('Choose a new password')
      const link = linkIn(found)
      expect(link.origin + link.pathname).toBe(`${origin}/reset-password`)
      return tokenIn(link)
    },
  }
}

/** Notes whether the email of an account is confirmed. */
export async function setConfirmed({ db }: TestApp['database'], email: string, emailVerified: boolean) {
  await db.update(user).set({ emailVerified }).where(eq(user.email, email))
}
