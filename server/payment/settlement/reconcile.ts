import { codesOf } from '#server/jobs/queue.ts'
import { ProviderOutOfReach } from '../provider.ts'
import { claimDueIntent, updateState } from '../store.ts'
import { giveBack, type PaymentDeps, settle } from './settle.ts'

const abandonedAfterHours = 24
const unclaimedAfterHours = 1
const unknown = { detail: 'unknown to the provider' }

type Due = NonNullable<Awaited<ReturnType<typeof claimDueIntent>>>

/** Brings every due intent to its end, one after the other. Once `signal` is aborted, it stops after the one under way. A failure ends the round:
 *  the next one goes on. */
export async function reconcileAll(deps: PaymentDeps, signal: AbortSignal): Promise<void> {
  const { db, log } = deps
  try {
    for (let due = await claimDueIntent(db); due; due = signal.aborted ? undefined : await claimDueIntent(db)) {
      await reconcile(deps, due)
    }
  } catch (error) {
    if (error instanceof ProviderOutOfReach)
      log.warn(error.reason, 'the card provider could not be asked about payments')
    else log.warn(codesOf(error), 'payments could not be reconciled')
  }
}

/** Brings one intent to its end, if it has one: settled, cancelled after a day (at once if it is no longer handed out or the provider does
 *  not know it), or refunded. */
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
    if (isMine) await giveBack(deps, id)
  }
}

// An intent of another account, such as the sandbox's before there was one, can't be refunded at this one.
async function refund(deps: PaymentDeps, id: string): Promise<void> {
  if (await deps.cards.findIntent(id)) return giveBack(deps, id)
  const isMine = await updateState(deps.db, id, 'refunding', 'cancelled', unknown)
  if (isMine) deps.log.warn({ intent: id }, 'a refund is due for a payment that the card provider does not know')
}
