import { v7 as uuid } from 'uuid'
import type { Db } from '#server/database/db.ts'
import type { MailKind } from '#server/database/schema/mail.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Queue } from '#server/jobs/queue.ts'
import { deliverMail, type MailDeps } from './mail.ts'
import { isAppointmentMail } from './message/appointment.ts'
import { insertMail, listUnsentMail, type MailRequest } from './store.ts'

/** The queue of emails to send. A job contains the id of its row in `mail`, which is also the job's id. */
export const emails: Queue<{ mail: string }> = { name: 'email' }

// A patient can have 20 upcoming appointments.
const maxPerHour = (kind: MailKind) => (isAppointmentMail(kind) ? 20 : 5)
// Each receipt and each refund requires a payment, each decision an admin, and each reminder an appointment that was
// made days ago. An invitation goes once to each patient of an account. The waiting list offers each patient a time
// every half hour at most.
const unlimited: MailKind[] = [
  ...(['receipt', 'refunded', 'appointment-reminder', 'absence-decided', 'recall', 'waiting-offer'] as const),
]

/** Enqueues an email, in the transaction `db` if it is one. Over the limit for the recipient, or without one: dropped
 *  silently. */
export async function addMail(db: Db, jobs: Jobs, request: MailRequest): Promise<void> {
  if (request.recipient === '') return
  const limit = unlimited.includes(request.kind) ? undefined : maxPerHour(request.kind)
  await db.transaction(async (tx) => {
    const id = uuid()
    if (await insertMail(tx, { ...request, id }, limit)) await jobs.enqueue(tx, emails, { mail: id }, { id })
  })
}

/** Sends emails on this instance (docs/decisions/0030). */
export async function startMailJobs(jobs: Jobs, deps: MailDeps): Promise<void> {
  await jobs.work(emails, ({ mail }, { attempts }) => deliverMail(deps, mail, attempts))
  await enqueueUnsent(deps.db, jobs)
}

// Emails from a release without jobs. An email that has a job is skipped, because the job's id is taken.
async function enqueueUnsent(db: Db, jobs: Jobs) {
  for (const id of await listUnsentMail(db)) await jobs.enqueue(db, emails, { mail: id }, { id })
  jobs.wake(emails)
}
