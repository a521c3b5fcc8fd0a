import type { openLimits } from '#server/database/attempts.ts'

/** Limits per account, counted in the database. */
export type PaymentLimits = Pick<ReturnType<typeof openLimits>, 'take' | 'wait'>

/** Counts nothing, for measurements. */
export const noLimits: PaymentLimits = { take: async () => undefined, wait: async () => undefined }

/** Payment intents requested by an account: thirty, then one a minute. */
export const intentRequests = { kind: 'payment-intent', size: { attempts: 30, refillSeconds: 60 } }

/** Declined cards of an account: ten, then one every six minutes. Testing stolen cards takes thousands. */
export const declinedCards = { kind: 'declined-card', size: { attempts: 10, refillSeconds: 360 } }
