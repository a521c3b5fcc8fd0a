import type { FastifyBaseLogger } from 'fastify'
import type { Job, PgBoss } from 'pg-boss'
import type { Database, Db } from '#server/database/db.ts'
import { executorIn } from '#server/database/execute.ts'
import { createQueue, deleteRetiredQueues, pollSecondsOf, startBoss } from './boss.ts'
import { countUnfinishedJobs } from './count.ts'
import { codesOf, type Queue, type Run, secondsUntilNext } from './queue.ts'

type EnqueueOptions = {
  /** A UUID. A second job under the id of one that exists is ignored. */
  id?: string
  /** Jobs with a higher priority run first. Defaults to 0. */
  priority?: number
}

type Deps = {
  boss: PgBoss
  db: Db
  log: FastifyBaseLogger
  stopping: AbortSignal
  wake: (queue: Queue<object>) => void
  onRun: OnRun
}

/** Called after each run of a job. `failed`: it was rejected and will run again. */
type OnRun = (queue: string, outcome: 'done' | 'postponed' | 'failed') => void

type OpenDeps = { database: Database; log: FastifyBaseLogger; onRun?: OnRun }

const stopMs = 5_000

export type Jobs = Awaited<ReturnType<typeof openJobs>>

/** Opens the background jobs of this process (docs/decisions/0030). */
export async function openJobs({ database, log, onRun = () => {} }: OpenDeps) {
  const stopping = new AbortController()
  const workers = new Map<string, string>()
  const boss = await startBoss(database, log)
  await deleteRetiredQueues(boss)
  const declared = new Set<string>()

  /** Creates the queue unless it exists. `work` does this too; without a worker, call it before the first `enqueue`. */
  const declare = async <Data extends object>(queue: Queue<Data>): Promise<void> => {
    if (declared.has(queue.name)) return
    await createQueue(boss, database.executeSql, queue)
    declared.add(queue.name)
  }

  /** Makes this instance poll the queue now, if it has a worker for it. */
  const wake = <Data extends object>({ name }: Queue<Data>): void => {
    const worker = workers.get(name)
    if (worker) boss.notifyWorker(worker)
  }

  /** Adds a job, as part of `tx` if it is a transaction. Call `wake` after the commit to run it without waiting for a
   *  poll. Returns false if a coalescing queue already has a waiting job or the id is taken. */
  const enqueue = async <Data extends object>(
    tx: Db,
    { name }: Queue<Data>,
    data: Data,
    options: EnqueueOptions = {},
  ): Promise<boolean> => (await boss.send(name, data, { ...options, db: executorIn(tx) })) !== null

  /** Makes a waiting job due now. Does nothing to a job that is running or completed. */
  const runNow = async <Data extends object>(queue: Queue<Data>, id: string): Promise<void> => {
    await boss.update(queue.name, undefined, { id, startAfter: 0 })
    wake(queue)
  }

  /** Runs the jobs of a queue on this instance, one at a time, and keeps its schedule. */
  const work = async <Data extends object>(queue: Queue<Data>, run: Run<Data>): Promise<void> => {
    const deps = { boss, db: database.db, log, stopping: stopping.signal, wake, onRun }
    await declare(queue)
    if (queue.schedule) await boss.schedule(queue.name, queue.schedule)
    const polling = { pollingIntervalSeconds: pollSecondsOf(queue) }
    const worker = await boss.work<Data>(queue.name, polling, async (jobs) => {
      for (const job of jobs) await perform(deps, queue, run, job)
    })
    workers.set(queue.name, worker)
  }

  /** Counts the jobs that are not finished, by queue. */
  const countUnfinished = () => countUnfinishedJobs(database.executeSql)

  /** Stops polling and waits up to five seconds for running jobs. Jobs that take longer return to their queues. */
  const close = async (): Promise<void> => {
    stopping.abort()
    await boss.stop({ timeout: stopMs })
  }

  return { declare, enqueue, wake, runNow, work, countUnfinished, close }
}

async function perform<Data extends object>(deps: Deps, queue: Queue<Data>, run: Run<Data>, job: Job<Data>) {
  const { log, stopping, wake, onRun } = deps
  const attempts = job.retryCount + 1
  try {
    const signal = AbortSignal.any([stopping, job.signal])
    const retry = await run(job.data, { attempts, signal })
    if (retry) await postpone(deps, queue, job, retry.retryInSeconds)
    onRun(queue.name, retry ? 'postponed' : 'done')
  } catch (error) {
    onRun(queue.name, 'failed')
    log.warn({ queue: queue.name, job: job.id, attempts, ...codesOf(error) }, 'a job failed; it will run again')
    if (!(await isReplaced(deps, queue))) await postpone(deps, queue, job, secondsUntilNext(attempts))
  } finally {
    // Starts the next job now instead of at the next poll.
    wake(queue)
  }
}

/** Returns whether another job of a coalescing queue waits, which does what a failed one did not. Otherwise failed jobs
 *  would pile up. */
async function isReplaced<Data extends object>({ boss }: Deps, { name, coalesces }: Queue<Data>) {
  return coalesces === true && (await boss.findJobs(name, { queued: true })).length > 0
}

// Sets the delay itself, because the library can't use secondsUntilNext(). One transaction, so that no instance takes
// the job in between.
async function postpone<Data extends object>(
  { boss, db, wake }: Deps,
  queue: Queue<Data>,
  job: Job<Data>,
  seconds: number,
) {
  await db.transaction(async (tx) => {
    const options = { db: executorIn(tx) }
    await boss.fail(queue.name, job, null, options)
    await boss.update(queue.name, undefined, { id: job.id, startAfter: seconds, ...options })
  })
  setTimeout(() => wake(queue), seconds * 1_000 + 10).unref()
}
