import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import type { Database } from '#server/database/db.ts'
import { codesOf, type Queue } from './queue.ts'

const pollSeconds = 10
const scheduledPollSeconds = 30

// A job whose instance has been silent for so long goes to another one, at the latest one check later.
const heartbeatSeconds = 30
const checkSeconds = 30

const queueOptions = {
  heartbeatSeconds,
  // A run decides by itself when to give up, so the library never does.
  retryLimit: 1_000_000,
  // Of a job that a stop or the death of its instance cut short: by then the process is gone and can't finish it after all.
  retryDelay: 10,
  retentionSeconds: 30 * 86_400,
  deleteAfterSeconds: 86_400,
}

/** Starts pg-boss on the pool of `database`, which has prepared its tables. */
export async function startBoss({ engine, executeSql }: Database, log: FastifyBaseLogger): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql },
    backend: engine,
    monitorIntervalSeconds: checkSeconds,
    superviseIntervalSeconds: checkSeconds,
    cronWorkerIntervalSeconds: pollSeconds,
    // Jobs that wait for other jobs: not used.
    flowIntervalSeconds: 3_600,
    // The embedded database is too small to need it.
    ...(engine === 'pglite' && { reindex: false, monitorVacuum: false }),
  })
  // Neither message nor parameters are logged: they may name people.
  boss.on('error', (error) => log.warn(codesOf(error), 'the job queue failed; it will try again'))
  boss.on('warning', ({ message }) => log.warn(message))
  return boss.start()
}

/** Creates a queue unless it exists. */
export async function createQueue<Data extends object>(boss: PgBoss, { name, exclusive }: Queue<Data>): Promise<void> {
  await boss.createQueue(name, { ...queueOptions, policy: exclusive ? 'exclusive' : 'standard' })
  // Caches the queue's settings. Adding a job would otherwise read them on another connection while its transaction holds the only one.
  await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
}

/** How often a queue is looked at for jobs that nobody announced. */
export function pollSecondsOf<Data extends object>({ schedule }: Queue<Data>): number {
  return schedule ? scheduledPollSeconds : pollSeconds
}
