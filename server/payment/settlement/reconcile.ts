import { codesOf } from '#server/jobs/queue.ts'
import { ProviderUnavailable } from '../provider.ts'
import { claimDueIntent, updateState } from '../store.ts'
import { issueRefund, type PaymentDeps, settle } from './settle.ts'

const abandonedAfterHours = 24
const unclaimedAfterHours = 1
const unknown = { detail: 'unknown to the provider' }

type Due = NonNullable<Awaited<ReturnType<typeof claimDueIntent>>>

/** Reconciles every due intent with the provider, one after the other. Stops after the current one once `signal` is aborted. A failure
 *  ends the round; the next round continues. */
export async function reconcileAll(deps: PaymentDeps, signal: AbortSignal): Promise<void> {
  const { db, log } = deps
  try {
    for (let due = await claimDueIntent(db); due; due = signal.aborted ? undefined : await claimDueIntent(db)) {
      await reconcile(deps, due)
    }
  } catch (error) {
    const reason = error instanceof ProviderUnavailable ? error.reason : codesOf(error)
    log.warn(reason, 'payments could not be reconciled')
  }
}

/** Settles, refunds or cancels an intent. An unpaid one is cancelled after a day, or at once if it is unclaimed or unknown to the provider. */
async function reconcile(deps: PaymentDeps, { id, state, hours }: Due): Promise<void> {
  if (state === 'refunding') return refund(deps, id)
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
    await updateState(db, id, state, 'refunded', { detail: 'at the provider' })
  } else if (reason === 'unclaimed' && hours > unclaimedAfterHours) {
    const isMine = await updateState(db, id, 'unclaimed', 'refunding', { detail: 'claimed for no appointment' })
    if (isMine) await issueRefund(deps, id)
  }
}

// An intent of another account, such as one from the sandbox before the switch to Stripe, can't be refunded here.
async function refund(deps: PaymentDeps, id: string): Promise<void> {
  if (await deps.cards.findIntent(id)) return issueRefund(deps, id)
  const isMine = await updateState(deps.db, id, 'refunding', 'cancelled', unknown)
  if (isMine) deps.log.warn({ intent: id }, 'a refund is due for a payment that the card provider does not know')
}
