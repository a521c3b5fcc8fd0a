import { codesOf } from '#server/jobs/queue.ts'
import type { PaymentDeps } from '../deps.ts'
import { ProviderUnavailable } from '../provider.ts'
import { carryOutNextRefund, refundUnsettled } from '../refund/refund.ts'
import { claimDueIntent, updateState } from '../store.ts'
import { settle } from './settle.ts'

const abandonedAfterHours = 24
const unclaimedAfterHours = 1
const maxFailures = 3
const unknown = { detail: 'unknown to the provider' }

type Due = NonNullable<Awaited<ReturnType<typeof claimDueIntent>>>

/** Reconciles every due refund and intent with the provider, one after the other. Stops after the current one once
 *  `signal` is aborted, and after three failures: one payment that fails holds up no other, and a provider that is down
 *  is not asked for each payment. Resolves to false if any failed; a later round continues with those. */
export async function reconcileAll(deps: PaymentDeps, signal: AbortSignal): Promise<boolean> {
  let failures = 0
  for (const next of [carryOutNextRefund, reconcileNext]) {
    let isMore = true
    while (isMore && !signal.aborted && failures < maxFailures) {
      try {
        isMore = await next(deps)
      } catch (error) {
        failures += 1
        const reason = error instanceof ProviderUnavailable ? error.reason : codesOf(error)
        deps.log.warn(reason, 'a payment could not be reconciled')
      }
    }
  }
  return failures === 0
}

async function reconcileNext(deps: PaymentDeps): Promise<boolean> {
  const due = await claimDueIntent(deps.db)
  if (due) await reconcile(deps, due)
  return due !== undefined
}

/** Settles, refunds or cancels an open or unclaimed intent. An unpaid one is cancelled after a day, or at once if it is
 *  unclaimed, unknown to the provider, or for a cancelled appointment. */
async function reconcile(deps: PaymentDeps, { id, state, hours, isCancelled }: Due): Promise<void> {
  const outcome = await settle(deps, id)
  if (outcome.ok) return
  const { reason, intent } = outcome
  const { db, cards } = deps
  if (!intent) {
    await updateState(db, id, state, 'cancelled', unknown)
  } else if (reason === 'not-paid') {
    const isAbandoned = state === 'unclaimed' || isCancelled || hours > abandonedAfterHours
    const isOver = intent.status === 'canceled' || (isAbandoned && (await cards.cancelIntent(id)))
    if (isOver) await updateState(db, id, state, 'cancelled')
  } else if (reason === 'given-back') {
    await refundUnsettled(deps, id, 'at-provider')
  } else if (reason === 'unclaimed' && hours > unclaimedAfterHours) {
    await refundUnsettled(deps, id, 'unclaimed')
  }
}
