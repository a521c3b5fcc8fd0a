import { startNotices } from '#server/appointment/notice-jobs.ts'
import { isReminderDue } from '#server/appointment/notice-store.ts'
import { claimLifetime, resetLifetime } from '#server/auth/better-auth.ts'
import { resetLink } from '#server/auth/reset.ts'
import { hasNoBooking } from '#server/booking/store.ts'
import { addMail, emails, startMailJobs } from '#server/mail/jobs.ts'
import { openTransport } from '#server/mail/transport.ts'
import { startReconciliation } from '#server/payment/settlement/jobs.ts'
import { startRetention } from '#server/privacy/retention-jobs.ts'
import type { AppDeps } from './deps.ts'
import type { Features } from './features.ts'

/** Starts the background jobs of the features. To add one, declare its queue and run in the feature's `jobs.ts` and start it here. `close`
 *  stops all jobs of this process. */
export async function startJobs(
  { config, database: { db }, log, clock }: AppDeps,
  { jobs, auth, payments, linkTokens, telemetry: { report } }: Features,
) {
  const transport = openTransport(config)
  await startMailJobs(jobs, {
    db,
    log,
    sender: config,
    transport,
    passwordLink: (kind, recipient) =>
      resetLink(auth, recipient, config.publicUrl, kind === 'claim-account' ? claimLifetime : resetLifetime),
    isReminderDue: ({ id, startsAt }) => isReminderDue(db, id, new Date(startsAt), clock()),
    onAttempt: report.email,
  })
  await startReconciliation(jobs, payments, report.reconciliation)
  await startRetention(jobs, { db, log, days: config.retention, hasNoBooking })
  const notices = await startNotices(jobs, {
    db,
    clock,
    publicUrl: config.publicUrl,
    issueToken: linkTokens.issue,
    addEmail: (tx, email) => addMail(tx, jobs, email),
    onAdded: () => jobs.wake(emails),
  })
  return {
    /** Sends the notices of a change of appointments that was just committed. */
    sendNotices: notices.soon,
    close: async () => {
      notices.close()
      await jobs.close()
      transport.close()
    },
  }
}
export type StartedJobs = Awaited<ReturnType<typeof startJobs>>
