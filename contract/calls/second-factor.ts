import { z } from 'zod/mini'
import {
  appCode,
  newPasskey,
  newRecoveryCodes,
  passkey,
  passkeySignIn,
  recoveryCode,
  secondFactorConfirmation,
  secondFactorSetup,
  webAuthnOptions,
} from '../access/second-factor.ts'
import { deviceId } from '../account.ts'
import { calls } from '../kit/call.ts'
import { noBody, signInResponse, statusResponse } from '../sign-in-answers.ts'

const change = { method: 'POST', access: 'cookie', body: secondFactorConfirmation } as const

/** The calls about authenticator apps, recovery codes and passkeys. */
export const secondFactorCalls = calls('second factor', {
  setUpSecondFactor: {
    summary: 'Begin to set up an authenticator app',
    ...change,
    path: '/api/auth/two-factor/enable',
    answers: { 200: z.looseObject(secondFactorSetup.shape) },
    problems: [403, 409],
  },
  renewRecoveryCodes: {
    summary: 'Replace the recovery codes',
    ...change,
    path: '/api/auth/two-factor/generate-backup-codes',
    answers: { 200: z.looseObject(newRecoveryCodes.shape) },
    problems: [403, 409],
  },
  turnOffSecondFactor: {
    summary: 'Remove the authenticator app, the recovery codes and the passkeys',
    ...change,
    path: '/api/auth/two-factor/disable',
    answers: { 200: statusResponse },
    problems: [403, 409],
  },
  listPasskeys: {
    summary: 'The passkeys',
    method: 'GET',
    path: '/api/auth/passkeys',
    access: 'cookie',
    answers: { 200: z.array(passkey) },
  },
  removePasskey: {
    summary: 'Remove a passkey',
    method: 'DELETE',
    path: '/api/auth/passkeys/:id',
    access: 'confirmed-cookie',
    params: deviceId,
    answers: { 204: noBody },
    problems: [403, 404],
  },
  beginPasskey: {
    summary: 'Begin to add a passkey',
    method: 'GET',
    path: '/api/auth/passkey/generate-register-options',
    access: 'confirmed-cookie',
    answers: { 200: webAuthnOptions },
    problems: [403, 409],
  },
  addPasskey: {
    summary: 'Add a passkey',
    method: 'POST',
    path: '/api/auth/passkey/verify-registration',
    access: 'confirmed-cookie',
    body: newPasskey,
    answers: { 204: noBody },
    problems: [401, 403, 409],
  },
  beginPasskeySignIn: {
    summary: 'Begin to sign in with a passkey',
    method: 'GET',
    path: '/api/auth/passkey/generate-authenticate-options',
    access: 'everyone',
    answers: { 200: webAuthnOptions },
  },
  signInWithPasskey: {
    summary: 'Sign in with a passkey',
    method: 'POST',
    path: '/api/auth/passkey/verify-authentication',
    access: 'everyone',
    body: passkeySignIn,
    answers: { 200: signInResponse },
    problems: [401],
  },
  enterAppCode: {
    summary: 'Continue a sign-in, or finish the set-up, with a code of the app',
    method: 'POST',
    path: '/api/auth/two-factor/verify-totp',
    access: 'everyone',
    body: appCode,
    answers: { 200: signInResponse },
    problems: [401, 403, 409],
  },
  enterRecoveryCode: {
    summary: 'Continue a sign-in with a recovery code',
    method: 'POST',
    path: '/api/auth/two-factor/verify-backup-code',
    access: 'everyone',
    body: recoveryCode,
    answers: { 200: signInResponse },
    problems: [401, 409],
  },
})
