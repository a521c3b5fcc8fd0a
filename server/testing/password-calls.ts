import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { linkIn, newestMail } from './outside/outbox.ts'

/** Returns functions that send the pages' requests for sign-in, email verification and password reset. */
export function passwordCalls({ app, origin, config, signUp }: TestApp) {
  const post = (call: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `/api/auth/${call}`, headers: { origin, ...headers }, payload })
  const requestReset = (email: string) => post('request-password-reset', { email })
  const newPerson = () => ({ name: 'Ann', email: `${randomUUID()}@example.org`, password: 'secret1' })

  return {
    post,
    requestReset,
    newPerson,
    reset: (token: string, newPassword: string) => post('reset-password', { token, newPassword }),
    signIn: ({ email, password }: { email: string; password: string }) => post('sign-in/email', { email, password }),
    verify: (token: string, cookie = '') =>
      app.inject({ url: '/api/auth/verify-email', query: { token }, headers: { cookie } }),
    signedUp: async () => {
      const person = newPerson()
      const { cookie } = await signUp(person)
      return { ...person, cookie }
    },
    /** Requests a reset link and returns the token of its email, which comes after `emailsBefore` others. */
    resetToken: async (email: string, emailsBefore = 1): Promise<string> => {
      expect((await requestReset(email)).statusCode).toBe(200)
      const found = await newestMail(config.dataDir, email, emailsBefore + 1)
      expect(found.subject).toBe('Choose a new password')
      const link = linkIn(found)
      expect(link.origin + link.pathname).toBe(`${origin}/reset-password`)
      return link.searchParams.get('token') ?? ''
    },
  }
}
