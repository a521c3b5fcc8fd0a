import { ProblemError } from '#server/http/problem.ts'

const refusals = {
  'used-code': [401, 'This code was used already. Wait for the next one in your app.'],
  'no-app': [409, 'Set up an authenticator app first.'],
  'signed-in': [409, 'You are signed in already. Finish the set-up with a code of your app.'],
  off: [409, 'Your second factor was removed. Log in again.'],
  'already-on': [409, 'A second factor is set up already.'],
  'other-change': [409, 'Another window changes the second factor at the moment. Try again.'],
  'fixed-account': [409, 'The demo admin’s account can’t be changed.'],
  'unknown-passkey': [404, 'There is no such passkey.'],
} as const satisfies Record<string, readonly [number, string]>

/** Returns the problem of a refused change of the second factor. */
export function refused(reason: keyof typeof refusals): ProblemError {
  const [status, sentence] = refusals[reason]
  return new ProblemError(status, sentence)
}

/** Sentences for the codes of Better Auth's refusals. */
export const sentences: Record<string, string> = {
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
