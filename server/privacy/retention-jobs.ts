import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Queue } from '#server/jobs/queue.ts'
import { deleteExpired, deleteOldAudit, deleteOldEmails, deleteUnconfirmedAccounts } from './retention-store.ts'

const retention: Queue<object> = { name: 'retention', coalesces: true, schedule: '23 3 * * *' }

/** How many days data is kept that is needed no more. */
type Retention = { unconfirmedAccounts: number; emails: number; audit: number }

type Deps = {
  db: Db
  log: FastifyBaseLogger
  days: Retention
  /** Matches the users without an appointment. */
  hasNoBooking: Parameters<typeof deleteUnconfirmedAccounts>[2]
}

/** Deletes each day what is older than its retention time. A run that was interrupted is repeated, and finds what is left. */
export async function startRetention(jobs: Jobs, deps: Deps): Promise<void> {
  await jobs.work(retention, async () => {
    await deleteWhatIsOld(deps)
  })
}

/** Deletes once what is older than its retention time. */
export async function deleteWhatIsOld({ db, log, days, hasNoBooking }: Deps): Promise<void> {
  const accounts = await deleteUnconfirmedAccounts(db, days.unconfirmedAccounts, hasNoBooking)
  const emails = await deleteOldEmails(db, days.emails)
  const audit = await deleteOldAudit(db, days.audit)
  const expired = await deleteExpired(db)
  log.info({ accounts, emails, audit, expired }, 'deleted what is older than its retention time')
}
