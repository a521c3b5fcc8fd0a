import type { Refusal } from '#contract/sign-in.ts'

/** The sentence for a provider that does not answer. */
export const unreachable = 'Google can’t be reached at the moment. Please try again in a minute.'

// The login page has the sentences for these.
const refusals: Record<string, Refusal> = {
  access_denied: 'cancelled',
  email_not_found: 'unverified',
  account_not_linked: 'password-account',
  state_mismatch: 'expired',
  state_not_found: 'expired',
  state_invalid: 'expired',
}

/** Converts Better Auth's error code to the reason for which a sign-in failed. */
export function refusalFor(error: string): Refusal {
  return refusals[error] ?? 'failed'
}
