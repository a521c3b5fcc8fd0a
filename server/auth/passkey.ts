import { APIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import type { AuthOptions } from './better-auth.ts'

/** Returns a function that opens Better Auth with passkeys. The library for WebAuthn loads at the first call, because
 *  most starts of the server need none. `name` returns the name that the browser shows, until the next start. */
export function openPasskeyAuth(options: AuthOptions, name: () => Promise<string>, origins: string[]) {
  let opened: ReturnType<typeof openAt> | undefined
  return () => {
    opened ??= name().then((rpName) => openAt(options, rpName, origins))
    return opened
  }
}
export type PasskeyAuth = ReturnType<typeof openPasskeyAuth>

async function openAt(options: AuthOptions, rpName: string, origin: string[]) {
  const { passkey } = await import('@better-auth/passkey')
  const plugin = passkey({
    rpID: new URL(options.baseURL).hostname,
    rpName,
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => requireUser(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) => requireUser(verification.authenticationInfo.userVerified),
    },
  })
  return betterAuth({ ...options, plugins: [plugin] })
}

// A passkey replaces password and code, so the authenticator must have checked a fingerprint, a face or a PIN. Better
// Auth does not require it.
function requireUser(isVerified: boolean | undefined) {
  if (!isVerified) throw new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED', message: 'Not verified' })
}
