import { z } from 'zod/mini'
import type { Calls } from '../kit/call.ts'
import { providerSignIn, providerStart } from '../sign-in.ts'
import { sessionResponse, signInResponse, signOutResponse, statusResponse } from '../sign-in-answers.ts'
import { login, mailRequest, passwordReset, signUp, verification } from '../user.ts'

/** The calls by which people sign up, in and out. */
export const signInCalls = {
  signInWithGoogle: {
    method: 'POST',
    path: '/api/auth/sign-in/google',
    access: 'everyone',
    body: providerSignIn,
    // Better Auth sends more fields than the page needs.
    answers: { 200: z.looseObject(providerStart.shape) },
  },
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
