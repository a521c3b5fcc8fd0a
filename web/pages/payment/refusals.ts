/** The sentence for each reason why a payment was not made. */
export const refusals = {
  canceled: 'This payment was canceled. Your card was not charged.',
  'not-charged': 'The payment did not go through and your card was not charged. You can try again.',
  unfinished: 'Your bank’s check was not completed and your card was not charged. You can try again.',
  'provider-unreachable': 'The card provider could not be reached. Please check your connection and try again.',
  'form-not-loaded': 'The card form could not be loaded. Please check your connection and try again.',
}
