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
import type { Calls } from '../kit/call.ts'
import { noBody, signInResponse, statusResponse } from '../sign-in-answers.ts'

const change = { method: 'POST', access: 'cookie', body: secondFactorConfirmation } as const

/** The calls about authenticator apps, recovery codes and passkeys. */
export const secondFactorCalls = {
  setUpSecondFactor: {
    ...change,
    path: '/api/auth/two-factor/enable',
    answers: { 200: z.looseObject(secondFactorSetup.shape) },
  },
  renewRecoveryCodes: {
    ...change,
    path: '/api/auth/two-factor/generate-backup-codes',
    answers: { 200: z.looseObject(newRecoveryCodes.shape) },
  },
  turnOffSecondFactor: { ...change, path: '/api/auth/two-factor/disable', answers: { 200: statusResponse } },
  listPasskeys: { method: 'GET', path: '/api/auth/passkeys', access: 'cookie', answers: { 200: z.array(passkey) } },
  removePasskey: {
    method: 'DELETE',
    path: '/api/auth/passkeys/:id',
    access: 'confirmed-cookie',
    params: deviceId,
    answers: { 204: noBody },
  },
  beginPasskey: {
    method: 'GET',
    path: '/api/auth/passkey/generate-register-options',
    access: 'confirmed-cookie',
    answers: { 200: webAuthnOptions },
  },
  addPasskey: {
    method: 'POST',
    path: '/api/auth/passkey/verify-registration',
    access: 'confirmed-cookie',
    body: newPasskey,
    answers: { 204: noBody },
  },
  beginPasskeySignIn: {
    method: 'GET',
    path: '/api/auth/passkey/generate-authenticate-options',
    access: 'everyone',
    answers: { 200: webAuthnOptions },
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/api/auth/passkey/verify-authentication',
    access: 'everyone',
    body: passkeySignIn,
    answers: { 200: signInResponse },
  },
  enterAppCode: {
    method: 'POST',
    path: '/api/auth/two-factor/verify-totp',
    access: 'everyone',
    body: appCode,
    answers: { 200: signInResponse },
  },
  enterRecoveryCode: {
    method: 'POST',
    path: '/api/auth/two-factor/verify-backup-code',
    access: 'everyone',
    body: recoveryCode,
    answers: { 200: signInResponse },
  },
} as const satisfies Calls
