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

/** Makes an instance reconcile now. Nobody waits for it, and its failure refuses nothing that was committed before: the
 *  schedule reconciles two minutes later. */
export function reconcileSoon({ db, jobs }: { db: Db; jobs: Jobs }): void {
  jobs.enqueue(db, reconciliation, {}).then(
    () => jobs.wake(reconciliation),
    () => undefined,
  )
}

/** Runs the reconciliation on this instance whenever no other instance does. It reports each round without a
 *  failure. */
export async function startReconciliation(deps: PaymentDeps): Promise<void> {
  const { db, jobs, report } = deps
  await jobs.work(reconciliation, async (_data, { signal }) => {
    if (await reconcileAll(deps, signal)) report.reconciliation()
  })
  reconcileSoon({ db, jobs })
}
