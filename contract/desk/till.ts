import type { PaymentMethod } from './payment.ts'

/** Amounts by method of payment; one that is missing is nothing. */
export type AmountsByMethod = Partial<Record<PaymentMethod, number>>
