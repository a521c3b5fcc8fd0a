/** Codes of refusals that a page answers with a question: is it you (password or sign-in again), or set up a second factor. */
export const problemCodes = {
  confirmationNeeded: 'CONFIRMATION_NEEDED',
  secondFactorNeeded: 'SECOND_FACTOR_NEEDED',
} as const

/** Code of a 401 after a session of staff ended because nobody used it. */
export const sessionIdle = 'SESSION_IDLE'
