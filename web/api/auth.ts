import { z } from 'zod/mini'
import { staffRole } from '#contract/access/roles.ts'
import { providerStart, secondFactorChallenge } from '#contract/sign-in.ts'
import { type Login, type MailRequest, type PasswordReset, type SignUp, tokenResponse } from '#contract/user.ts'
import { call, send } from './http/call.ts'

const liveSession = z.nullable(
  z.object({
    session: z.object({ expiresAt: z.coerce.date() }),
    user: z.object({ email: z.string(), name: z.string(), role: z.catch(z.optional(staffRole), undefined) }),
  }),
)

/** Returns the session of the sign-in cookie; null without a valid one. */
export const getLiveSession = () => call('GET /api/auth/get-session', liveSession)

/** Signs in by password. Returns whether the sign-in continues with a second factor. */
export async function postSignIn(form: Login): Promise<boolean> {
  const answer = await call('POST /api/auth/sign-in/email', z.unknown(), { body: form, savesNothing: true })
  return secondFactorChallenge.safeParse(answer).success
}

export const postSignUp = (form: SignUp) => send('POST /api/auth/sign-up/email', { body: form })

export const postSignOut = () => send('POST /api/auth/sign-out')

/** Emails a link to choose a new password, if the address has an account. */
export const postResetRequest = (form: MailRequest) => send('POST /api/auth/request-password-reset', { body: form })

export const postPasswordReset = (form: PasswordReset) => send('POST /api/auth/reset-password', { body: form })

/** Sends the email that confirms an address again. */
export const postVerificationRequest = (form: MailRequest) =>
  send('POST /api/auth/send-verification-email', { body: form })

/** Confirms the address that `token` was emailed to. */
export const postVerification = (token: string) => send('POST /api/auth/verify-email', { body: { token } })

/** Begins a sign-in at Google that returns to `from`, a page of this site. Returns the address to send the browser
 *  to. */
export async function postGoogleSignIn(from: string): Promise<string> {
  return (await call('POST /api/auth/sign-in/google', providerStart, { body: { from }, savesNothing: true })).url
}

/** Returns a new access token, valid for one hour, to the holder of the sign-in cookie of `email`. */
export async function putUser(email: string): Promise<string> {
  const options = { params: { email }, body: { email }, savesNothing: true }
  return (await call('PUT /user/:email', tokenResponse, options)).token
}
