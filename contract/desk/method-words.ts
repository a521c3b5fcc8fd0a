import type { PaymentMethod } from './payment.ts'

/** How money came in, within a sentence. */
export const methodWords: Record<PaymentMethod, string> = {
  'card-online': 'card on the website',
  terminal: 'card at the desk',
  cash: 'cash',
  transfer: 'bank transfer',
  insurer: 'insurer',
}
