import { z } from 'zod/mini'
import { providerStart } from '#contract/sign-in.ts'
import { type Login, type MailRequest, type PasswordReset, type SignUp, tokenResponse } from '#contract/user.ts'
import { call } from './http/call.ts'

const liveSession = z.nullable(
  z.object({
    session: z.object({ expiresAt: z.coerce.date() }),
    user: z.object({ email: z.string(), name: z.string() }),
  }),
)

/** Who the sign-in cookie belongs to, null when there is none that holds. */
export function getLiveSession() {
  return call(liveSession, '/api/auth/get-session')
}

export async function postSignIn(form: Login): Promise<void> {
  await call(z.unknown(), '/api/auth/sign-in/email', { method: 'POST', body: form })
}

export async function postSignUp(form: SignUp): Promise<void> {
  await call(z.unknown(), '/api/auth/sign-up/email', { method: 'POST', body: form })
}

/** Begins a sign-in at Google that comes back to `from`, a page of ours; gives the address to send the browser to. */
export async function postGoogleSignIn(from: string): Promise<string> {
  return (await call(providerStart, '/api/auth/sign-in/google', { method: 'POST', body: { from } })).url
}

export async function postSignOut(): Promise<void> {
  await call(z.unknown(), '/api/auth/sign-out', { method: 'POST', body: {} })
}

/** Has a way to a new password mailed, if the address has an account. */
export async function postResetRequest(form: MailRequest): Promise<void> {
  await call(z.unknown(), '/api/auth/request-password-reset', { method: 'POST', body: form })
}

export async function postPasswordReset(form: PasswordReset): Promise<void> {
  await call(z.unknown(), '/api/auth/reset-password', { method: 'POST', body: form })
}

/** Has the mail that confirms an address sent again. */
export async function postVerificationRequest(form: MailRequest): Promise<void> {
  await call(z.unknown(), '/api/auth/send-verification-email', { method: 'POST', body: form })
}

/** Confirms the address that `token` was mailed to. */
export async function getVerification(token: string): Promise<void> {
  await call(z.unknown(), `/api/auth/verify-email?token=${encodeURIComponent(token)}`)
}

/** A fresh token, good for one hour, for whoever holds the sign-in cookie of `email`. */
export async function putUser(email: string): Promise<string> {
  const path = `/user/${encodeURIComponent(email)}`
  return (await call(tokenResponse, path, { method: 'PUT', body: { email } })).token
}
