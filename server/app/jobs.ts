import { startReconciliation } from '#server/payment/settlement/reconcile.ts'
import type { Features } from './features.ts'

/** Starts the work that no request waits for. */
export function startJobs({ payments }: Features) {
  return { reconciliation: startReconciliation(payments) }
}
export type Jobs = ReturnType<typeof startJobs>
