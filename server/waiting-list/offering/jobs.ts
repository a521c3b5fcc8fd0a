import type { Queue } from '#server/jobs/queue.ts'
import { type OfferDeps, offerFreedTimes } from './round.ts'

/** Offers freed times to those who wait: each minute, and soon after an appointment changes. */
const waitingList: Queue<object> = { name: 'waiting-list', coalesces: true, schedule: '* * * * *' }

const soonMs = 400

/** Offers freed times on this instance whenever no other instance does. `soon` makes it offer those of a change that
 *  was just committed; several calls within a moment run it once. */
export async function startWaitingList(deps: OfferDeps) {
  const { db, jobs } = deps
  await jobs.work(waitingList, async (_data, { signal }) => {
    await offerFreedTimes(deps, signal)
  })
  let timer: NodeJS.Timeout | undefined
  const run = async () => {
    timer = undefined
    await jobs.enqueue(db, waitingList, {})
    jobs.wake(waitingList)
  }
  return {
    soon: () => {
      // A failure is not lost: the schedule runs within a minute.
      timer ??= setTimeout(() => run().catch(() => undefined), soonMs).unref()
    },
    close: () => clearTimeout(timer),
  }
}
