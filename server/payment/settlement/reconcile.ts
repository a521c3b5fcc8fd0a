import { codesOf } from '#server/jobs/queue.ts'
import type { PaymentDeps } from '../deps.ts'
import { ProviderUnavailable } from '../provider/provider.ts'
import { carryOutRefunds, refundUnsettled } from '../refund/refund.ts'
import { claimDueIntent, updateState } from '../store.ts'
import { settle } from './settle.ts'

const abandonedAfterHours = 24
const unclaimedAfterHours = 1
const unknown = { detail: 'unknown to the provider' }

type Due = NonNullable<Awaited<ReturnType<typeof claimDueIntent>>>

/** Reconciles every due refund and intent with the provider, one after the other. Stops after the current one once `signal` is aborted. A failure
 *  ends the round, which then resolves to false; the next round continues. */
export async function reconcileAll(deps: PaymentDeps, signal: AbortSignal): Promise<boolean> {
  const { db, log } = deps
  try {
    await carryOutRefunds(deps, { signal })
    for (let due = await claimDueIntent(db); due; due = signal.aborted ? undefined : await claimDueIntent(db)) {
      await reconcile(deps, due)
    }
    return true
  } catch (error) {
    const reason = error instanceof ProviderUnavailable ? error.reason : codesOf(error)
    log.warn(reason, 'payments could not be reconciled')
    return false
  }
}

/** Settles, refunds or cancels an open or unclaimed intent. An unpaid one is cancelled after a day, or at once if it is unclaimed or unknown to the provider. */
async function reconcile(deps: PaymentDeps, { id, state, hours }: Due): Promise<void> {
  const outcome = await settle(deps, id)
  if (outcome.ok) return
  const { reason, intent } = outcome
  const { db, cards } = deps
  if (!intent) {
    await updateState(db, id, state, 'cancelled', unknown)
  } else if (reason === 'not-paid') {
    const isAbandoned = state === 'unclaimed' || hours > abandonedAfterHours
    const isOver = intent.status === 'canceled' || (isAbandoned && (await cards.cancelIntent(id)))
    if (isOver) await updateState(db, id, state, 'cancelled')
  } else if (reason === 'given-back') {
    await refundUnsettled(deps, id, 'at-provider')
  } else if (reason === 'unclaimed' && hours > unclaimedAfterHours) {
    await refundUnsettled(deps, id, 'unclaimed')
  }
}
