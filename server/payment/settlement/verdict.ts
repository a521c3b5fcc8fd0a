import type { Intent } from '../provider.ts'

/** The fields of a booking that decide about payments. `payers` are the patients whose payments count for it,
 *  `intents` those that paid it. */
export type Payable = {
  id: string
  payers: readonly string[]
  owedCents: number
  /** In lower case. */
  currency: string
  intents: readonly string[]
}

/** An account's report that an intent pays this booking. `patients` are those for whom the account may act. */
export type Claim = { booking: string; patients: readonly string[] }

/** What to do with an intent. `refund`: it is paid and settles nothing. */
export type Verdict = 'settle' | 'settled' | 'refund' | Refusal
export type Refusal =
  | 'unknown'
  | 'not-paid'
  | 'another-booking'
  | 'price-mismatch'
  | 'already-paid'
  | 'given-back'
  | 'unclaimed'
  | 'less-owed'
  | 'cancelled'

/** Decides about an intent as fetched from the provider. `state` is the one in its row, if any. `payables` holds the
 *  locked booking that the intent or the claim names; if neither names one, the patient's bookings for which exactly
 *  the amount received is owed. A payment of more than is owed is a second one: the desk took money meanwhile, or
 *  another intent paid. One of less pays a part, if it was made for this booking. */
export function judge(
  intent: Intent,
  state: string | undefined,
  payables: Payable[],
  claim: Claim | undefined,
): Verdict {
  // Report another patient's payment as unknown.
  if (!intent.patient || (claim && !claim.patients.includes(intent.patient))) return 'unknown'
  if (intent.status !== 'succeeded') return 'not-paid'
  if (claim && intent.booking && claim.booking !== intent.booking) return 'another-booking'
  const isNamed = Boolean(intent.booking ?? claim?.booking)
  const isOver = state === 'refunding' || state === 'refunded' || intent.refunded > 0
  if (!isNamed && isOver) return 'given-back'
  if (!isNamed && payables.length !== 1) return payables.length === 0 ? 'refund' : 'unclaimed'
  const [booking] = payables
  if (!booking?.payers.includes(intent.patient)) return 'unknown'
  if (booking.intents.includes(intent.id)) return 'settled'
  if (state === 'settled') return 'another-booking'
  if (isOver) return 'given-back'
  if (intent.currency !== booking.currency || intent.received <= 0) return 'price-mismatch'
  if (intent.booking && intent.received > booking.owedCents) return 'refund'
  // The price has risen since the intent was made here.
  if (intent.booking && state !== undefined) return 'settle'
  if (booking.owedCents <= 0) return 'already-paid'
  return intent.received === booking.owedCents ? 'settle' : 'price-mismatch'
}
