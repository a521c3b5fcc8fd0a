// https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, in hundredths. For other currencies the card
// provider converts to the currency of the clinic's bank account.
const minimums: Partial<Record<string, number>> = {
  ...{ USD: 50, AED: 200, AUD: 50, BRL: 50, CAD: 50, CHF: 50, CZK: 15_00, DKK: 250, EUR: 50, GBP: 30, HKD: 400 },
  ...{ HUF: 175_00, INR: 50, JPY: 50_00, MXN: 10_00, MYR: 200, NOK: 300, NZD: 50, PLN: 200, RON: 200, SEK: 300 },
  ...{ SGD: 50, THB: 10_00 },
}

/** Returns the smallest amount that a card can be charged with, in hundredths; 1 if it is unknown. */
export function minimumCharge(currency: string): number {
  return minimums[currency] ?? 1
}
