import { z } from 'zod/mini'
import { calls } from '../kit/call.ts'
import { providerSignIn, providerStart } from '../sign-in.ts'
import { sessionResponse, signInResponse, signOutResponse, statusResponse } from '../sign-in-answers.ts'
import { login, mailRequest, passwordReset, signUp, verification } from '../user.ts'

/** The calls by which people sign up, in and out. */
export const signInCalls = calls('sign-in', {
  signInWithGoogle: {
    summary: 'Begin to sign in with Google',
    method: 'POST',
    path: '/api/auth/sign-in/google',
    access: 'everyone',
    body: providerSignIn,
    // Better Auth sends more fields than the page needs.
    answers: { 200: z.looseObject(providerStart.shape) },
  },
  signUp: {
    summary: 'Create an account and sign in',
    method: 'POST',
    path: '/api/auth/sign-up/email',
    access: 'everyone',
    body: signUp,
    answers: { 200: signInResponse },
    problems: [422],
  },
  signIn: {
    summary: 'Sign in by password',
    method: 'POST',
    path: '/api/auth/sign-in/email',
    access: 'everyone',
    body: login,
    answers: { 200: signInResponse },
    problems: [401],
  },
  signOut: {
    summary: 'Sign out',
    method: 'POST',
    path: '/api/auth/sign-out',
    access: 'everyone',
    answers: { 200: signOutResponse },
  },
  getSession: {
    summary: 'Who is signed in, null for nobody',
    method: 'GET',
    path: '/api/auth/get-session',
    access: 'everyone',
    answers: { 200: sessionResponse },
  },
  requestPasswordReset: {
    summary: 'Ask for a link to a new password',
    method: 'POST',
    path: '/api/auth/request-password-reset',
    access: 'everyone',
    body: mailRequest,
    answers: { 200: statusResponse },
  },
  resetPassword: {
    summary: 'Choose a new password by the link',
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'everyone',
    body: passwordReset,
    answers: { 200: statusResponse },
  },
  sendVerificationEmail: {
    summary: 'Ask for a link that confirms the address',
    method: 'POST',
    path: '/api/auth/send-verification-email',
    access: 'everyone',
    body: mailRequest,
    answers: { 200: statusResponse },
  },
  verifyEmail: {
    summary: 'Confirm the address by the link',
    method: 'POST',
    path: '/api/auth/verify-email',
    access: 'cookie',
    body: verification,
    answers: { 200: statusResponse },
    problems: [403],
  },
})
