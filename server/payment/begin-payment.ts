import type { FastifyReply, FastifyRequest } from 'fastify'
import { minimumCharge } from '#contract/kit/minimum-charge.ts'
import type { Cents } from '#contract/kit/money/amount.ts'
import { formatCents, type Money } from '#contract/kit/money.ts'
import { refused } from '#contract/kit/outcome.ts'
import type { BookingRow } from '#server/database/schema/booking.ts'
import { problemOf } from '#server/http/refusal.ts'
import type { PaymentDeps } from './deps.ts'
import { intentForBooking } from './intent.ts'
import { declinedCards, intentRequests, type PaymentLimits } from './limits.ts'
import { ProviderUnavailable } from './provider.ts'
import { paymentRefusals, requestRefusals } from './refusals.ts'

/** Returns the client secret of the intent that pays what is owed for a booking, signed in or by a link. `amount`: the
 *  cents that the payer sees, which must be what is owed.
 *  @throws ProblemError 409 or 503 */
export async function beginPayment(deps: PaymentDeps, request: FastifyRequest, booking: BookingRow, amount: Cents) {
  if (booking.owedCents > 0 && booking.owedCents !== amount)
    throw problemOf(paymentRefusals, { reason: 'price-mismatch' })
  const outcome = await callProvider(request, () => intentForBooking(deps, booking))
  if (!outcome.ok) throw problemOf(paymentRefusals, { reason: outcome.reason })
  return { clientSecret: outcome.clientSecret }
}

/** Refuses an amount that is below the provider's minimum, so that it need not be asked.
 *  @throws ProblemError 400 */
export function checkMinimum(cents: Cents, clinic: Money) {
  const minimum = minimumCharge(clinic.currency)
  if (cents < minimum) throw problemOf(requestRefusals, { reason: 'too-small', minimum: formatCents(minimum, clinic) })
}

/** Counts a request for an intent. `ownId`: the patient whose limit it is.
 *  @throws ProblemError 429 */
export async function limitIntents(limits: PaymentLimits, ownId: string, reply: FastifyReply) {
  const declined = await limits.wait(declinedCards.kind, ownId, declinedCards.size)
  const wait = declined ?? (await limits.take(intentRequests.kind, ownId, intentRequests.size))
  if (wait === undefined) return
  reply.header('retry-after', wait)
  const limit = declined === undefined ? 'intents' : 'declined-cards'
  throw problemOf(requestRefusals, { ok: false, reason: 'too-many', limit, waitSeconds: wait })
}

/** Runs `call` and turns ProviderUnavailable into a 503. */
export async function callProvider<Result>({ log }: FastifyRequest, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn(error.reason, 'the card provider is unavailable')
    throw problemOf(requestRefusals, refused('unavailable'))
  }
}
