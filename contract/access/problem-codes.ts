/** Codes of refusals that a page answers with a question: is it you (password or sign-in again), or set up a second factor. */
export const problemCodes = {
  confirmationNeeded: 'CONFIRMATION_NEEDED',
  secondFactorNeeded: 'SECOND_FACTOR_NEEDED',
} as const
