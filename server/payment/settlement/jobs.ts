import type { Jobs } from '#server/jobs/jobs.ts'
import type { Queue } from '#server/jobs/queue.ts'
import { reconcileAll } from './reconcile.ts'
import type { PaymentDeps } from './settle.ts'

/** Asks the provider about payments that never reported back: when an instance starts, and every two minutes. */
export const reconciliation: Queue<object> = {
  name: 'payment-reconciliation',
  exclusive: true,
  schedule: '*/2 * * * *',
}

/** Reconciles payments on this instance, whenever no other one does. */
export async function startReconciliation(jobs: Jobs, deps: PaymentDeps): Promise<void> {
  await jobs.work(reconciliation, async (_data, { signal }) => {
    await reconcileAll(deps, signal)
  })
  await jobs.enqueue(deps.db, reconciliation, {})
  jobs.wake(reconciliation)
}
