import { currency, type Intent } from './provider.ts'

/** A booking as far as paying goes: `price` in cents, `transactionId` of the intent that paid it. */
export type Payable = { id: string; patientId: string; price: number; transactionId: string | null; cancelled: boolean }

/** Who says that an intent pays which booking. */
export type Claim = { booking: string; patient: string }

/** What becomes of an intent that the provider was asked about. `refund`: it is a second payment for its booking. */
export type Verdict = 'settle' | 'settled' | 'refund' | Refusal
export type Refusal =
  | 'unknown'
  | 'not-paid'
  | 'another-booking'
  | 'price-mismatch'
  | 'already-paid'
  | 'given-back'
  | 'unclaimed'

/** Judges by the provider's own answer and by the locked rows of the booking and the intent; `state` is the latter's, if there is one. */
export function judge(
  intent: Intent,
  state: string | undefined,
  booking: Payable | undefined,
  claim: Claim | undefined,
): Verdict {
  // Somebody else's payment is as unknown as none.
  if (!intent.patient || (claim && claim.patient !== intent.patient)) return 'unknown'
  if (intent.status !== 'succeeded') return 'not-paid'
  if (claim && intent.booking && claim.booking !== intent.booking) return 'another-booking'
  if (!intent.booking && !claim) return 'unclaimed'
  if (booking?.patientId !== intent.patient) return 'unknown'
  if (booking.transactionId === intent.id) return 'settled'
  if (state === 'settled') return 'another-booking'
  if (state === 'refunding' || state === 'refunded' || intent.refunded > 0) return 'given-back'
  if (intent.received !== booking.price || intent.currency !== currency) return 'price-mismatch'
  if (booking.transactionId === null && !booking.cancelled) return 'settle'
  // One that was made for a price alone may still pay another booking; its owner decides.
  return intent.booking ? 'refund' : 'already-paid'
}
