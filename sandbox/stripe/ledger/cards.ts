import type { Failure } from '../schema.ts'

/** A test card. `refunds`: its refunds are pending first, or fail later. `disputes`: its owner disputes the charge. If
 *  it `challenges`, its bank requires 3-D Secure; then the charge succeeds, or fails with `failure`. */
type TestCard = {
  number: string
  name: string
  brand: string
  funding: string
  challenges: boolean
  failure: Failure | undefined
  refunds?: 'late' | 'fails'
  disputes?: true
}

/** The time until a refund that is not decided at once succeeds or fails. */
export const refundDecidedAfterMs = 3_000

const failures = {
  generic_decline: declined('Your card was declined.', 'generic_decline'),
  insufficient_funds: declined('Your card has insufficient funds.', 'insufficient_funds'),
  lost_card: declined('Your card was declined.', 'lost_card'),
  stolen_card: declined('Your card was declined.', 'stolen_card'),
  card_velocity_exceeded: declined(
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    'card_velocity_exceeded',
  ),
  test_mode_live_card: declined(
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    'test_mode_live_card',
  ),
  expired_card: failed('expired_card', 'Your card has expired.', 'exp_month'),
  incorrect_cvc: failed('incorrect_cvc', "Your card's security code is incorrect.", 'cvc'),
  processing_error: failed(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
}

/** Stripe's test cards for charges (https://docs.stripe.com/testing), with their numbers and the names that a server
 *  uses instead. */
export const testCards: TestCard[] = [
  card('4242424242424242', 'pm_card_visa', 'visa'),
  { ...card('4000056655665556', 'pm_card_visa_debit', 'visa'), funding: 'debit' },
  card('5555555555554444', 'pm_card_mastercard', 'mastercard'),
  card('2223003122003222', 'pm_card_mastercard_series2', 'mastercard'),
  { ...card('5200828282828210', 'pm_card_mastercard_debit', 'mastercard'), funding: 'debit' },
  card('378282246310005', 'pm_card_amex', 'amex'),
  card('6011111111111117', 'pm_card_discover', 'discover'),
  card('3056930009020004', 'pm_card_diners', 'diners'),
  card('36227206271667', 'pm_card_diners_14digits', 'diners'),
  card('3566002020360505', 'pm_card_jcb', 'jcb'),
  card('6200000000000005', 'pm_card_unionpay', 'unionpay'),
  declining('4000000000000002', 'pm_card_visa_chargeDeclined', failures.generic_decline),
  declining('4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds', failures.insufficient_funds),
  declining('4000000000009987', 'pm_card_visa_chargeDeclinedLostCard', failures.lost_card),
  declining('4000000000009979', 'pm_card_visa_chargeDeclinedStolenCard', failures.stolen_card),
  declining('4000000000006975', 'pm_card_visa_chargeDeclinedVelocityLimitExceeded', failures.card_velocity_exceeded),
  declining('4000000000000069', 'pm_card_chargeDeclinedExpiredCard', failures.expired_card),
  declining('4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', failures.incorrect_cvc),
  declining('4000000000000119', 'pm_card_chargeDeclinedProcessingError', failures.processing_error),
  { ...card('4000000000007726', 'pm_card_pendingRefund', 'visa'), refunds: 'late' },
  { ...card('4000000000005126', 'pm_card_refundFail', 'visa'), refunds: 'fails' },
  { ...card('4000000000000259', 'pm_card_createDispute', 'visa'), disputes: true },
  challenging('4000002500003155', 'pm_card_authenticationRequiredOnSetup'),
  challenging('4000002760003184', 'pm_card_authenticationRequired'),
  challenging('4000000000003220', 'pm_card_threeDSecure2Required'),
  challenging(
    '4000008260003178',
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    failures.insufficient_funds,
  ),
  challenging('4000008400001629', 'pm_card_threeDSecureRequiredChargeDeclined', failures.generic_decline),
]

/** Returns the behaviour of a test card by its name. A card with an unknown name is a real one, which is declined. */
export function behaviourOf(name: string): Pick<TestCard, 'challenges' | 'failure' | 'refunds' | 'disputes'> {
  return testCards.find((known) => known.name === name) ?? { challenges: false, failure: failures.test_mode_live_card }
}

function card(number: string, name: string, brand: string): TestCard {
  return { number, name, brand, funding: 'credit', challenges: false, failure: undefined }
}

function declining(number: string, name: string, failure: Failure): TestCard {
  return { ...card(number, name, 'visa'), failure }
}

function challenging(number: string, name: string, failure?: Failure): TestCard {
  return { ...card(number, name, 'visa'), challenges: true, failure }
}

function declined(message: string, decline_code: string): Failure {
  return { type: 'card_error', code: 'card_declined', decline_code, message }
}

function failed(code: string, message: string, param?: string): Failure {
  return { type: 'card_error', code, message, ...(param && { param }) }
}
