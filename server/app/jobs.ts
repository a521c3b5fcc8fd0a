import { resetLink } from '#server/auth/reset/reset.ts'
import { startMailJobs } from '#server/mail/jobs.ts'
import { openTransport } from '#server/mail/transport.ts'
import { startReconciliation } from '#server/payment/settlement/jobs.ts'
import type { AppDeps } from './deps.ts'
import type { Features } from './features.ts'

/** Starts the work that no request waits for. To add a job: declare its queue and its run in the feature's `jobs.ts`, and start it here.
 *  `close` ends all of it, the jobs that run elsewhere included. */
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
