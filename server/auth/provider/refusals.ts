import type { Refusal } from '#contract/sign-in.ts'

/** Message while the provider is unreachable. */
export const unreachable = 'Google can’t be reached at the moment. Please try again in a minute.'

// By Better Auth's error code. The login page has the messages.
const refusals = new Map<string, Refusal>([
  ['access_denied', 'cancelled'],
  ['email_not_found', 'unverified'],
  ['account_not_linked', 'password-account'],
  ['state_mismatch', 'expired'],
  ['state_not_found', 'expired'],
  ['state_invalid', 'expired'],
])

/** Returns the reason why a sign-in failed, by Better Auth's error code. */
export function refusalFor(errorCode: string): Refusal {
  return refusals.get(errorCode) ?? 'failed'
}
