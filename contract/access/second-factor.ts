import { z } from 'zod/mini'
import { plainText } from '../kit/text/plain-text.ts'
import { login } from '../user.ts'

/** A code of an authenticator app (RFC 6238): six digits, which apps show with a space. */
export const appCode = z.object({
  code: z.string().check(
    z.overwrite((code) => code.replaceAll(' ', '')),
    z.regex(/^\d{6}$/, 'Enter the six digits of your app'),
  ),
})
export type AppCode = z.infer<typeof appCode>

/** A recovery code, which works once. */
export const recoveryCode = z.object({
  code: z.string().check(z.trim(), z.regex(/^[a-zA-Z0-9]{5}-[a-zA-Z0-9]{5}$/, 'Enter a code such as aB3dE-fG7hJ')),
})
export type RecoveryCode = z.infer<typeof recoveryCode>

/** Confirms a change of the second factor. An account without a password leaves it out and has signed in within the
 *  hour. */
export const secondFactorConfirmation = z.object({ password: z.optional(login.shape.password) })
export type SecondFactorConfirmation = z.infer<typeof secondFactorConfirmation>

/** Response of `POST /api/auth/two-factor/enable`: what the authenticator app needs (an otpauth URI) and ten recovery
 *  codes. */
export const secondFactorSetup = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })
export type SecondFactorSetup = z.infer<typeof secondFactorSetup>

/** Response of `POST /api/auth/two-factor/generate-backup-codes`: ten new recovery codes; the old ones no longer
 *  work. */
export const newRecoveryCodes = z.object({ backupCodes: z.array(z.string()) })

/** A passkey in a list. */
export const passkey = z.object({ id: z.string(), name: z.string(), createdAt: z.iso.datetime() })

/** Response of an authenticator (WebAuthn, https://www.w3.org/TR/webauthn-3/#iface-pkcredential), as JSON. The server's
 *  library validates the rest. */
const credential = z.looseObject({
  id: z.string().check(z.maxLength(1_400)),
  rawId: z.string().check(z.maxLength(1_400)),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
})

/** Body of `POST /api/auth/passkey/verify-registration`. */
export const newPasskey = z.object({
  name: plainText('Name is Required', 100),
  response: credential,
})

/** Body of `POST /api/auth/passkey/verify-authentication`. */
export const passkeySignIn = z.object({ response: credential })

/** Options of the browser's WebAuthn calls. */
export const webAuthnOptions = z.looseObject({ challenge: z.string() })
