import { z } from 'zod/mini'
import type { Calls } from './kit/call.ts'
import { sessionResponse, signInResponse, signOutResponse, statusResponse } from './sign-in-answers.ts'
import { returnPath } from './site/return-path.ts'
import { login, mailRequest, passwordReset, signUp, verification } from './user.ts'

/** Response to a correct password, or a sign-in with Google, of an account with a second factor: the sign-in continues with a code or a passkey. */
export const secondFactorChallenge = z.object({ twoFactorRedirect: z.literal(true) })

/** Body of `POST /api/auth/sign-in/google`. */
export const providerSignIn = z.object({ from: returnPath })

/** Response of `POST /api/auth/sign-in/google`: the URL to send the browser to. */
export const providerStart = z.object({ url: z.url() })

/** Reasons for a failed sign-in at the provider, as `refused` in the query of the login page. `from` is the page to return to. */
export const refusal = z.enum(['cancelled', 'unverified', 'password-account', 'expired', 'failed'])
export type Refusal = z.infer<typeof refusal>

/** The calls by which people sign up, in and out. */
export const signInCalls = {
  signUp: {
    method: 'POST',
    path: '/api/auth/sign-up/email',
    access: 'everyone',
    body: signUp,
    answers: { 200: signInResponse },
  },
  signIn: {
    method: 'POST',
    path: '/api/auth/sign-in/email',
    access: 'everyone',
    body: login,
    answers: { 200: signInResponse },
  },
  signOut: { method: 'POST', path: '/api/auth/sign-out', access: 'everyone', answers: { 200: signOutResponse } },
  getSession: { method: 'GET', path: '/api/auth/get-session', access: 'everyone', answers: { 200: sessionResponse } },
  requestPasswordReset: {
    method: 'POST',
    path: '/api/auth/request-password-reset',
    access: 'everyone',
    body: mailRequest,
    answers: { 200: statusResponse },
  },
  resetPassword: {
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'everyone',
    body: passwordReset,
    answers: { 200: statusResponse },
  },
  sendVerificationEmail: {
    method: 'POST',
    path: '/api/auth/send-verification-email',
    access: 'everyone',
    body: mailRequest,
    answers: { 200: statusResponse },
  },
  verifyEmail: {
    method: 'POST',
    path: '/api/auth/verify-email',
    access: 'cookie',
    body: verification,
    answers: { 200: statusResponse },
  },
} as const satisfies Calls
