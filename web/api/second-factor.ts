import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import {
  type AppCode,
  newRecoveryCodes,
  passkey,
  type RecoveryCode,
  type SecondFactorConfirmation,
  secondFactorSetup,
  webAuthnOptions,
} from '#contract/access/second-factor.ts'
import { accountQuery } from './account.ts'
import { call, send } from './http/call.ts'
import { BrowserError } from './http/errors.ts'

const passkeysKey = ['passkeys']

/** Begins to set up an authenticator app. Returns its URI and ten recovery codes. */
export const postSetUp = (body: SecondFactorConfirmation) =>
  call('POST /api/auth/two-factor/enable', secondFactorSetup, { body })

/** Continues a sign-in with a code of the app, or finishes the set-up. */
export const postAppCode = (body: AppCode) => send('POST /api/auth/two-factor/verify-totp', { body })

/** Continues a sign-in with a recovery code. */
export const postRecoveryCode = (body: RecoveryCode) => send('POST /api/auth/two-factor/verify-backup-code', { body })

/** Replaces the recovery codes. Returns the new ones. */
export const postNewRecoveryCodes = (body: SecondFactorConfirmation) =>
  call('POST /api/auth/two-factor/generate-backup-codes', newRecoveryCodes, { body })

/** Removes the authenticator app, its recovery codes and all passkeys. */
export const postTurnOff = (body: SecondFactorConfirmation) => send('POST /api/auth/two-factor/disable', { body })

/** The passkeys of the account. */
export const passkeysQuery = queryOptions({
  queryKey: passkeysKey,
  queryFn: () => call('GET /api/auth/passkeys', z.array(passkey)),
  meta: { endsSession: true },
})

/** Removes a passkey. */
export const deletePasskey = (id: string) => send('DELETE /api/auth/passkeys/:id', { params: { id } })

/** Adds a passkey, which the browser asks the person for. @throws a BrowserError when they cancel */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await call('GET /api/auth/passkey/generate-register-options', webAuthnOptions)
  const { startRegistration } = await import('@simplewebauthn/browser')
  // The library's type lists what the server's library made.
  const response = await startRegistration({ optionsJSON: optionsJSON as never }).catch(toBrowserError)
  await send('POST /api/auth/passkey/verify-registration', {
    body: { name, response: { ...response, response: { ...response.response } } },
  })
}

/** Signs in with a passkey, which the browser asks the person for. @throws a BrowserError when they cancel */
export async function postPasskeySignIn(): Promise<void> {
  const optionsJSON = await call('GET /api/auth/passkey/generate-authenticate-options', webAuthnOptions)
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const response = await startAuthentication({ optionsJSON: optionsJSON as never }).catch(toBrowserError)
  await send('POST /api/auth/passkey/verify-authentication', {
    body: { response: { ...response, response: { ...response.response } } },
  })
}

const browserRefusals: Record<string, string> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  NotAllowedError: 'No passkey was used. Try again when you are ready.',
  NotSupportedError: 'This browser can’t use passkeys.',
}

// The browser's own sentences are for programmers (https://www.w3.org/TR/webauthn-3/#sctn-op-make-cred).
function toBrowserError(error: unknown): never {
  const sentence = error instanceof Error ? browserRefusals[error.name] : undefined
  throw new BrowserError(sentence ?? 'This browser could not use a passkey here.', { cause: error })
}

/** Refetches the account and its passkeys after a change. */
export function refreshSecondFactor(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: passkeysKey }),
    client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  ])
}
