import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import type { Database, ExecuteSql } from '#server/database/db.ts'
import { codesOf, type Queue } from './queue.ts'

const pollSeconds = 10
const scheduledPollSeconds = 30

// A job goes to another instance if its instance sends no heartbeat for this time, at the latest at the next check.
const heartbeatSeconds = 30
const checkSeconds = 30

const queueOptions = {
  heartbeatSeconds,
  // Effectively unlimited, because each run decides itself when to stop retrying.
  retryLimit: 1_000_000,
  // The delay before an interrupted job runs again, so that its old process has exited.
  retryDelay: 10,
  retentionSeconds: 30 * 86_400,
  deleteAfterSeconds: 86_400,
}

/** Starts pg-boss on the pool of `database`, in which its tables already exist. */
export async function startBoss({ engine, executeSql }: Database, log: FastifyBaseLogger): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql },
    backend: engine,
    monitorIntervalSeconds: checkSeconds,
    superviseIntervalSeconds: checkSeconds,
    cronWorkerIntervalSeconds: pollSeconds,
    // For jobs that wait for other jobs, which this server does not use.
    flowIntervalSeconds: 3_600,
    // The embedded database is too small to need this maintenance.
    ...(engine === 'pglite' && { reindex: false, monitorVacuum: false }),
  })
  // Only codes are logged, because messages and parameters may contain personal data.
  boss.on('error', (error) => log.warn(codesOf(error), 'the job queue failed; it will try again'))
  boss.on('warning', ({ message }) => log.warn(message))
  return boss.start()
}

/** Queues of earlier releases, whose schedules would add jobs that nobody runs. */
const retired = ['email-cleanup']

/** Deletes the queues that this release no longer has. */
export async function deleteRetiredQueues(boss: PgBoss): Promise<void> {
  const found = await boss.getQueues(retired)
  for (const { name } of found) {
    await boss.unschedule(name)
    await boss.deleteQueue(name)
  }
}

/** Creates a queue unless it exists, and gives it the policy of this release. */
export async function createQueue<Data extends object>(
  boss: PgBoss,
  executeSql: ExecuteSql,
  { name, coalesces }: Queue<Data>,
): Promise<void> {
  const policy = coalesces ? 'short' : 'standard'
  const found = await boss.getQueue(name)
  if (!found) await boss.createQueue(name, { ...queueOptions, policy })
  // The library changes no policy of an existing queue. All queues share a table, which has the indexes of every
  // policy.
  else if (found.policy !== policy)
    await executeSql('UPDATE pgboss.queue SET policy = $2 WHERE name = $1', [name, policy])
  // Caches the queue's settings. Otherwise enqueueing would read them on another connection while its transaction holds
  // the only one.
  await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
}

/** Returns the polling interval of a queue, for jobs that `wake` did not announce. */
export function pollSecondsOf<Data extends object>({ schedule }: Queue<Data>): number {
  return schedule ? scheduledPollSeconds : pollSeconds
}
