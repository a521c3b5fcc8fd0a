import type { Queue } from '#server/jobs/queue.ts'
import { type NoticeDeps, sendNotices } from './notice.ts'

/** Sends the notices about appointments: each minute, and soon after a change. */
const notices: Queue<object> = { name: 'appointment-notices', coalesces: true, schedule: '* * * * *' }

const soonMs = 200

/** Sends notices on this instance whenever no other instance does. `soon` makes it send those of a change that was just
 *  committed; several calls within a moment run it once. */
export async function startNotices(deps: NoticeDeps) {
  const { db, jobs } = deps
  await jobs.work(notices, async (_data, { signal }) => {
    await sendNotices(deps, signal)
  })
  let timer: NodeJS.Timeout | undefined
  const run = async () => {
    timer = undefined
    await jobs.enqueue(db, notices, {})
    jobs.wake(notices)
  }
  return {
    soon: () => {
      // A failure is not lost: the schedule runs within a minute.
      timer ??= setTimeout(() => run().catch(() => undefined), soonMs).unref()
    },
    close: () => clearTimeout(timer),
  }
}
