import type { Queue } from '#server/jobs/queue.ts'
import { type InviteDeps, inviteDue } from './invite.ts'

/** Invites patients back: each hour, because the clinic's day is not the server's. */
const recalls: Queue<object> = { name: 'recalls', coalesces: true, schedule: '7 * * * *' }

/** Invites patients on this instance whenever no other instance does. */
export async function startRecalls(deps: InviteDeps): Promise<void> {
  await deps.jobs.work(recalls, async (_data, { signal }) => {
    await inviteDue(deps, signal)
    return undefined
  })
}

/** Makes the jobs look for those who are due soon. Call it after the commit of a treatment's new interval. */
export async function inviteDueSoon({ db, jobs }: Pick<InviteDeps, 'db' | 'jobs'>): Promise<void> {
  await jobs.enqueue(db, recalls, {})
  jobs.wake(recalls)
}
