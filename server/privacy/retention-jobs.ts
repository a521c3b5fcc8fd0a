import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Queue } from '#server/jobs/queue.ts'
import {
  deleteEndedWaiting,
  deleteExpired,
  deleteOldAudit,
  deleteOldCodes,
  deleteOldEmails,
  deleteOldTexts,
  deleteUnconfirmedAccounts,
  deleteUnusedUploads,
  emptyImportedRows,
  forgetMerges,
} from './retention-store.ts'

const retentionQueue: Queue<object> = { name: 'retention', coalesces: true, schedule: '23 3 * * *' }

/** How many days data is kept that is needed no more. */
type Retention = { unconfirmedAccounts: number; emails: number; audit: number }

type Deps = {
  db: Db
  log: FastifyBaseLogger
  retention: Retention
}

/** Deletes each day what is older than its retention time. A run that was interrupted is repeated, and finds what is
 *  left. */
export async function startRetention({ jobs, ...deps }: Deps & { jobs: Jobs }): Promise<void> {
  await jobs.work(retentionQueue, async () => {
    await deleteWhatIsOld(deps)
  })
}

/** Deletes once what is older than its retention time. */
export async function deleteWhatIsOld({ db, log, retention }: Deps): Promise<void> {
  const accounts = await deleteUnconfirmedAccounts(db, retention.unconfirmedAccounts)
  const emails = await deleteOldEmails(db, retention.emails)
  const texts = await deleteOldTexts(db, retention.emails)
  const codes = await deleteOldCodes(db)
  const waiting = await deleteEndedWaiting(db, retention.emails)
  const audit = await deleteOldAudit(db, retention.audit)
  const expired = await deleteExpired(db)
  const uploads = await deleteUnusedUploads(db)
  const importedRows = await emptyImportedRows(db)
  const merges = await forgetMerges(db)
  log.info(
    { accounts, emails, texts, codes, waiting, audit, expired, uploads, importedRows, merges },
    'deleted what is older than its retention time',
  )
}
