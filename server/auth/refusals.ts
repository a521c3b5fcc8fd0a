import type { Refused } from '#contract/kit/outcome.ts'
import type { Refusals } from '#server/http/refusal.ts'

/** The answer to a password that is not the caller's. `field` has it. */
export const passwordRefusals: Refusals<Refused<'wrong-password', { field: string }>> = {
  'wrong-password': { status: 400, field: ({ field }) => field, sentence: 'This is not your current password' },
}

/** The answers to a change of the caller's own account. */
export const accountRefusals: Refusals<{ reason: 'present-device' | 'unknown-device' | 'advertised-password' }> = {
  'present-device': { status: 409, sentence: 'This is the device that you are using. Sign Out ends it.' },
  'unknown-device': { status: 404, sentence: 'This device is not signed in any more.' },
  'advertised-password': { status: 403, sentence: 'The password of the demo admin stays as it is shown.' },
}

/** The answers to the link that confirms a new email. */
export const emailRefusals: Refusals<{ reason: 'invalid-link' | 'other-account' | 'email-taken' }> = {
  'other-account': {
    status: 403,
    sentence: 'This link belongs to another account. Log in to the account that asked for it, then open it again.',
  },
  'invalid-link': { status: 404, sentence: 'This link no longer works. Ask for a new one in My Account.' },
  'email-taken': { status: 409, sentence: 'Another account has this email address, so it was not changed.' },
}

/** The answers to a change, or a use, of the caller's second factor. */
export const secondFactorRefusals: Refusals<{
  reason:
    | 'used-code'
    | 'no-app'
    | 'signed-in'
    | 'off'
    | 'already-on'
    | 'other-change'
    | 'fixed-account'
    | 'unknown-passkey'
}> = {
  'used-code': { status: 401, sentence: 'This code was used already. Wait for the next one in your app.' },
  'no-app': { status: 409, sentence: 'Set up an authenticator app first.' },
  'signed-in': { status: 409, sentence: 'You are signed in already. Finish the set-up with a code of your app.' },
  off: { status: 409, sentence: 'Your second factor was removed. Log in again.' },
  'already-on': { status: 409, sentence: 'A second factor is set up already.' },
  'other-change': { status: 409, sentence: 'Another window changes the second factor at the moment. Try again.' },
  'fixed-account': { status: 409, sentence: 'The demo admin’s account can’t be changed.' },
  'unknown-passkey': { status: 404, sentence: 'There is no such passkey.' },
}

/** The answers to admins about the account of somebody else. */
export const staffRefusals: Refusals<{ reason: 'unknown-user' | 'no-second-factor' | 'own-second-factor' }> = {
  'unknown-user': { status: 404, sentence: 'There is no such user.' },
  'no-second-factor': { status: 409, sentence: 'This account has no second factor.' },
  'own-second-factor': { status: 409, sentence: 'Turn your own second factor off under My Account.' },
}

/** Sentences for the codes of Better Auth's refusals. */
export const codeSentences: Record<string, string> = {
  INVALID_CODE: 'This code is wrong. Enter the one that your app shows now.',
  INVALID_BACKUP_CODE: 'This recovery code is wrong, or it was used already.',
  INVALID_TWO_FACTOR_COOKIE: 'This sign-in took too long. Log in again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Log in again.',
  TOTP_ALREADY_ENABLED: 'An authenticator app is set up already.',
  TOTP_NOT_ENABLED: 'No authenticator app is set up.',
  CHALLENGE_NOT_FOUND: 'This took too long. Try again.',
  PASSKEY_NOT_FOUND: 'This passkey is not known here. It may have been removed.',
  AUTHENTICATION_FAILED: 'This passkey could not be used. Try again, or use a code.',
  FAILED_TO_VERIFY_REGISTRATION: 'This passkey could not be added. Try again.',
}
