/** Codes of refusals that a page answers with the next step: prove that it is you (password or sign-in again), set up a
 *  second factor, confirm the email, or promote somebody whose email is not confirmed all the same. */
export const problemCodes = {
  confirmationNeeded: 'CONFIRMATION_NEEDED',
  secondFactorNeeded: 'SECOND_FACTOR_NEEDED',
  emailNotConfirmed: 'EMAIL_NOT_CONFIRMED',
  promotionNotConfirmed: 'not-confirmed',
} as const

/** Code of a 401 for a call that needs a session and has none. */
export const notSignedIn = 'unauthorized'

/** Code of a 401 after a session of staff ended because nobody used it. */
export const sessionIdle = 'SESSION_IDLE'
