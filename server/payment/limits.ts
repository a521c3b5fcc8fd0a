/** A bucket of attempts, each of which comes back after `refill` seconds. */
type Size = { attempts: number; refill: number }

/** Counts attempts of an account in the database. Each returns the seconds to wait, undefined when there is no need. */
export type PaymentLimits = {
  /** Takes an attempt. */
  take: (kind: string, subject: string, size: Size) => Promise<number | undefined>
  /** Looks without taking one. */
  wait: (kind: string, subject: string, size: Size) => Promise<number | undefined>
}

/** For measurements: counts nothing. */
export const noLimits: PaymentLimits = { take: async () => undefined, wait: async () => undefined }

/** Payment intents that an account asks for: thirty, then one a minute. */
export const intentRequests = { kind: 'payment-intent', size: { attempts: 30, refill: 60 } }

/** Declined cards of an account: ten, then one each six minutes. Whoever tries stolen cards needs thousands. */
export const declinedCards = { kind: 'declined-card', size: { attempts: 10, refill: 360 } }
