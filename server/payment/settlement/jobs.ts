import type { Db } from '#server/database/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Queue } from '#server/jobs/queue.ts'
import { updateState } from '../store.ts'
import { reconcileAll } from './reconcile.ts'
import type { PaymentDeps } from './settle.ts'

/** Checks payments that were never reported with the provider: when an instance starts, and every two minutes. */
export const reconciliation: Queue<object> = {
  name: 'payment-reconciliation',
  exclusive: true,
  schedule: '*/2 * * * *',
}

/** Marks a settled payment for its full refund, in the transaction `tx`. The reconciliation issues it at the card provider, and repeats that
 *  until the provider has answered. Returns false if this server knows no such payment. */
export function requestRefund(tx: Db, intentId: string): Promise<boolean> {
  return updateState(tx, intentId, 'settled', 'refunding', { detail: 'appointment cancelled' })
}

/** Makes an instance reconcile now. */
export async function reconcileSoon(jobs: Jobs, db: Db): Promise<void> {
  await jobs.enqueue(db, reconciliation, {})
  jobs.wake(reconciliation)
}

/** Runs the reconciliation on this instance whenever no other instance does. */
export async function startReconciliation(jobs: Jobs, deps: PaymentDeps): Promise<void> {
  await jobs.work(reconciliation, async (_data, { signal }) => {
    await reconcileAll(deps, signal)
  })
  await reconcileSoon(jobs, deps.db)
}
