import type { Db } from '#server/database/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Queue } from '#server/jobs/queue.ts'
import { foldChanges } from './store.ts'

const folding: Queue<object> = { name: 'report-changes', coalesces: true, schedule: '* * * * *' }

/** Folds the changes into the sums of the reports every minute, so that a report has few to add. */
export async function startFolding({ jobs, db }: { jobs: Jobs; db: Db }): Promise<void> {
  await jobs.work(folding, async () => {
    await foldChanges(db)
  })
}
