import { resetLink } from '#server/auth/reset/reset.ts'
import { startMailJobs } from '#server/mail/jobs.ts'
import { openTransport } from '#server/mail/transport.ts'
import { startReconciliation } from '#server/payment/settlement/jobs.ts'
import type { AppDeps } from './deps.ts'
import type { Features } from './features.ts'

/** Starts the background jobs of the features. To add one, declare its queue and run in the feature's `jobs.ts` and start it here. `close`
 *  stops all jobs of this process. */
export async function startJobs({ config, database: { db }, log }: AppDeps, { jobs, auth, payments }: Features) {
  const transport = openTransport(config)
  await startMailJobs(jobs, {
    db,
    log,
    sender: config,
    transport,
    resetLink: (recipient) => resetLink(auth, recipient, config.publicUrl),
  })
  await startReconciliation(jobs, payments)
  return {
    close: async () => {
      await jobs.close()
      transport.close()
    },
  }
}
export type StartedJobs = Awaited<ReturnType<typeof startJobs>>
