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
export async function reconcileSoon({ db, jobs }: { db: Db; jobs: Jobs }): Promise<void> {
  await jobs.enqueue(db, reconciliation, {})
  jobs.wake(reconciliation)
}

/** Runs the reconciliation on this instance whenever no other instance does. It reports each round without a
 *  failure. */
export async function startReconciliation(deps: PaymentDeps): Promise<void> {
  const { db, jobs, report } = deps
  await jobs.work(reconciliation, async (_data, { signal }) => {
    if (await reconcileAll(deps, signal)) report.reconciliation()
  })
  await reconcileSoon({ db, jobs })
}
