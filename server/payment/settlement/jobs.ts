import type { Db } from '#server/database/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Queue } from '#server/jobs/queue.ts'
import type { PaymentDeps } from '../deps.ts'
import { reconcileAll } from './reconcile.ts'

/** Checks payments that were never reported with the provider: when an instance starts, and every two minutes. */
export const reconciliation: Queue<object> = {
  name: 'payment-reconciliation',
  coalesces: true,
  schedule: '*/2 * * * *',
}

/** Makes an instance reconcile now. */
export async function reconcileSoon(jobs: Jobs, db: Db): Promise<void> {
  await jobs.enqueue(db, reconciliation, {})
  jobs.wake(reconciliation)
}

/** Runs the reconciliation on this instance whenever no other instance does. Calls `onReconciled` after each round without a failure. */
export async function startReconciliation(jobs: Jobs, deps: PaymentDeps, onReconciled: () => void): Promise<void> {
  await jobs.work(reconciliation, async (_data, { signal }) => {
    if (await reconcileAll(deps, signal)) onReconciled()
  })
  await reconcileSoon(jobs, deps.db)
}
