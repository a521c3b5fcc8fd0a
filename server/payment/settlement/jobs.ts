import type { Jobs } from '#server/jobs/jobs.ts'
import type { Queue } from '#server/jobs/queue.ts'
import { reconcileAll } from './reconcile.ts'
import type { PaymentDeps } from './settle.ts'

/** Checks payments that were never reported with the provider: when an instance starts, and every two minutes. */
export const reconciliation: Queue<object> = {
  name: 'payment-reconciliation',
  exclusive: true,
  schedule: '*/2 * * * *',
}

/** Runs the reconciliation on this instance whenever no other instance does. */
export async function startReconciliation(jobs: Jobs, deps: PaymentDeps): Promise<void> {
  await jobs.work(reconciliation, async (_data, { signal }) => {
    await reconcileAll(deps, signal)
  })
  await jobs.enqueue(deps.db, reconciliation, {})
  jobs.wake(reconciliation)
}
