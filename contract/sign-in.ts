import { z } from 'zod/mini'
import { returnPath } from './site/return-path.ts'

/** Response to a correct password, or a sign-in with Google, of an account with a second factor: the sign-in continues
 *  with a code or a passkey. */
export const secondFactorChallenge = z.object({ twoFactorRedirect: z.literal(true) })

/** Body of `POST /api/auth/sign-in/google`. */
export const providerSignIn = z.object({ from: returnPath })

/** Response of `POST /api/auth/sign-in/google`: the URL to send the browser to. */
export const providerStart = z.object({ url: z.url() })

/** Reasons for a failed sign-in at the provider, as `refused` in the query of the login page. `from` is the page to
 *  return to. */
export const refusal = z.enum(['cancelled', 'unverified', 'password-account', 'expired', 'failed'])
export type Refusal = z.infer<typeof refusal>
