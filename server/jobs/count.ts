import { z } from 'zod'
import type { ExecuteSql } from '#server/database/db.ts'

/** Unfinished jobs of a queue. `retrying`: they wait for another run after one that failed or was interrupted. */
export type JobCount = { queue: string; state: 'waiting' | 'active' | 'retrying'; count: number }

const rows = z.array(
  z.object({ queue: z.string(), state: z.enum(['waiting', 'active', 'retrying']), count: z.number() }),
)

/** Counts the jobs that are not finished, by queue. Each queue of this server appears, with zero where it has none. */
export async function countUnfinishedJobs(executeSql: ExecuteSql): Promise<JobCount[]> {
  const found = await executeSql(`
    SELECT queue.name AS queue, state.name AS state, count(job.id)::int AS count
    FROM pgboss.queue
    CROSS JOIN (VALUES ('waiting', 'created'), ('active', 'active'), ('retrying', 'retry')) AS state (name, stored)
    LEFT JOIN pgboss.job ON job.name = queue.name AND job.state = state.stored::pgboss.job_state
    WHERE queue.name NOT LIKE '\\_\\_%'
    GROUP BY 1, 2`)
  return rows.parse(found.rows)
}
