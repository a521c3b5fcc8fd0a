import type { PaymentMethod } from '#contract/desk/payment.ts'

/** Names of keys, in the order in which a report has them. */
type Names = Readonly<Record<string, string>>

/** How long before an appointment it was booked, by the lowest number of days. */
export const aheadNames: Names = {
  0: 'Less than a day',
  1: '1 or 2 days',
  3: '3 to 6 days',
  7: '7 to 13 days',
  14: '14 to 29 days',
  30: '30 to 89 days',
  90: '90 days or more',
}

/** How long before an appointment it was cancelled, by the lowest number of hours. */
export const noticeNames: Names = {
  0: 'Cancelled less than 2 hours before',
  2: 'Cancelled 2 to 24 hours before',
  24: 'Cancelled 1 or 2 days before',
  48: 'Cancelled 2 to 7 days before',
  168: 'Cancelled a week or more before',
}

export const methodNames: Record<PaymentMethod, string> = {
  'card-online': 'Card, online',
  terminal: 'Card, at the desk',
  cash: 'Cash',
  transfer: 'Bank transfer',
  insurer: 'Insurer',
}

/** How long ago an appointment was for which money is owed, by the lowest number of days. */
export const ageNames: Names = {
  0: 'Up to 30 days',
  31: '31 to 60 days',
  61: '61 to 90 days',
  91: 'More than 90 days',
}
