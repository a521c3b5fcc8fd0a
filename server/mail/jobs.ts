import { v7 as uuid } from 'uuid'
import type { Db } from '#server/database/db.ts'
import type { MailDetails } from '#server/database/schema/mail.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Queue } from '#server/jobs/queue.ts'
import { deliverMail, type MailDeps } from './mail.ts'
import type { MailKind } from './message.ts'
import { deleteOldMail, insertMail, listUnsentMail } from './store.ts'

/** A request for an email. */
export type MailRequest = { kind: MailKind; recipient: string } & MailDetails

/** Emails to send. A job names its row of `mail`, whose id is also the job's. */
export const emails: Queue<{ mail: string }> = { name: 'email' }

const cleanup: Queue<object> = { name: 'email-cleanup', exclusive: true, schedule: '17 * * * *' }

const maxPerHour = 5
// Only whoever pays can cause one.
const unlimited: MailKind[] = ['receipt']

/** Adds an email to be sent, in the transaction of `db` if it is one. Over the limit for its recipient: dropped silently.
 *  @throws when the database can't take it. */
export async function addMail(db: Db, jobs: Jobs, request: MailRequest): Promise<void> {
  const limit = unlimited.includes(request.kind) ? undefined : maxPerHour
  await db.transaction(async (tx) => {
    const id = uuid()
    if (await insertMail(tx, { ...request, id }, limit)) await jobs.enqueue(tx, emails, { mail: id }, { id })
  })
}

/** Sends emails on this instance (docs/decisions/0030). */
export async function startMailJobs(jobs: Jobs, deps: MailDeps): Promise<void> {
  await jobs.work(emails, ({ mail }, { attempts }) => deliverMail(deps, mail, attempts))
  await jobs.work(cleanup, async () => {
    await deleteOldMail(deps.db)
  })
  await enqueueUnsent(deps.db, jobs)
}

// Emails of a version without jobs. One that has its job already is left alone: both have one id.
async function enqueueUnsent(db: Db, jobs: Jobs) {
  for (const id of await listUnsentMail(db)) await jobs.enqueue(db, emails, { mail: id }, { id })
  jobs.wake(emails)
}
