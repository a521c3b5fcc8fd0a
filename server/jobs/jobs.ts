import type { FastifyBaseLogger } from 'fastify'
import { type Job, PgBoss, type SendOptions } from 'pg-boss'
import type { Database, Db } from '#server/database/db.ts'
import { executorIn } from '#server/database/execute.ts'

/** A queue of jobs that carry `Data`. Jobs are kept under its name: renaming a queue leaves its jobs behind. */
export type Queue<Data extends object> = {
  name: string
  /** At most one job waits or runs at a time, on all instances together; adding another does nothing. */
  exclusive?: boolean
  /** Adds a job whenever this cron expression (UTC) comes due, once for all instances. */
  schedule?: string
  /** Never set: it ties the queue to the type of its data. */
  carries?: Data
}

/** One run of a job. */
export type Attempt = {
  /** How often the job was begun, this time included. */
  attempts: number
  /** Aborted when the server stops, or when another instance has taken the job over. */
  signal: AbortSignal
}

/** Resolves to nothing when the job is done, or says when to run it again. A run that rejects is logged and repeated. */
export type Run<Data extends object> = (data: Data, attempt: Attempt) => Promise<{ retryInSeconds: number } | undefined>

type EnqueueOptions = {
  /** A UUID. A second job under the id of one that exists is ignored. */
  id?: string
  /** Jobs with a higher priority run first. Defaults to 0. */
  priority?: number
}

const pollSeconds = 10
// A job whose instance has been silent for so long goes to another one, at the latest one check later.
const heartbeatSeconds = 30
const checkSeconds = 30
const stopMs = 5_000

// A run decides by itself when to give up, so the library never does.
const withoutLimit = 1_000_000
const options = {
  heartbeatSeconds,
  retryLimit: withoutLimit,
  // Of a job that a stop or the death of its instance cut short: by then the process is gone and can't finish it after all.
  retryDelay: 10,
  retentionSeconds: 30 * 86_400,
  deleteAfterSeconds: 86_400,
}

export type Jobs = Awaited<ReturnType<typeof openJobs>>

/** Opens the background jobs of this process (docs/decisions/0026). `close` stops polling, waits up to five seconds for the jobs under way
 *  and returns those that take longer to their queues. */
export async function openJobs({ database, log }: { database: Database; log: FastifyBaseLogger }) {
  const { db, engine, executeSql } = database
  const stopping = new AbortController()
  const workers = new Map<string, string>()
  const boss = new PgBoss({
    db: { executeSql },
    backend: engine,
    monitorIntervalSeconds: checkSeconds,
    superviseIntervalSeconds: checkSeconds,
    cronWorkerIntervalSeconds: pollSeconds,
    // Jobs that wait for other jobs: not used.
    flowIntervalSeconds: 3_600,
  })
  // Neither message nor parameters are logged: they may name people.
  boss.on('error', (error) => log.warn(codesOf(error), 'the job queue failed; it will try again'))
  boss.on('warning', ({ message }) => log.warn(message))
  await boss.start()
  const known = new Set((await boss.getQueues()).map(({ name }) => name))

  const declare = async <Data extends object>({ name, exclusive }: Queue<Data>) => {
    if (known.has(name)) return
    await boss.createQueue(name, { ...options, policy: exclusive ? 'exclusive' : 'standard' })
    // Caches the queue's settings. `enqueue` would otherwise read them on another connection while its transaction holds the only one.
    await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
    known.add(name)
  }

  const wake = <Data extends object>({ name }: Queue<Data>) => {
    const worker = workers.get(name)
    if (worker) boss.notifyWorker(worker)
  }

  // The library's own waits have jitter and no steps of ours. Failed and postponed in one transaction, so that nobody takes the job in between.
  const postpone = async <Data extends object>(queue: Queue<Data>, job: Job<Data>, seconds: number) => {
    await db.transaction(async (tx) => {
      const inTransaction = { db: executorIn(tx) }
      await boss.fail(queue.name, job, null, inTransaction)
      await boss.update(queue.name, undefined, { id: job.id, startAfter: seconds, ...inTransaction })
    })
    setTimeout(() => wake(queue), seconds * 1_000 + 10).unref()
  }

  const perform = async <Data extends object>(queue: Queue<Data>, run: Run<Data>, job: Job<Data>) => {
    const attempts = job.retryCount + 1
    try {
      const signal = AbortSignal.any([stopping.signal, job.signal])
      const again = await run(job.data, { attempts, signal })
      if (again) await postpone(queue, job, again.retryInSeconds)
    } catch (error) {
      log.warn({ queue: queue.name, job: job.id, attempts, ...codesOf(error) }, 'a job failed; it will run again')
      await postpone(queue, job, secondsUntilNext(attempts))
    } finally {
      // The next job follows at once instead of at the next poll.
      wake(queue)
    }
  }

  return {
    /** Creates the queue unless it exists. `work` does this too; without a worker, call it before the first `enqueue`. */
    declare,

    /** Adds a job in the transaction of `tx`, or at once. Once that is committed, `wake` makes this instance run it without waiting for a poll.
     *  Returns false when an exclusive queue has a job already, or when the id is taken. */
    enqueue: async <Data extends object>(
      tx: Db,
      { name }: Queue<Data>,
      data: Data,
      given: EnqueueOptions = {},
    ): Promise<boolean> => {
      const sent: SendOptions = { ...given, db: executorIn(tx) }
      return (await boss.send(name, data, sent)) !== null
    },

    wake,

    /** Makes a waiting job due now. Does nothing for one that runs or is done. */
    runNow: async <Data extends object>(queue: Queue<Data>, id: string): Promise<void> => {
      await boss.update(queue.name, undefined, { id, startAfter: 0 })
      wake(queue)
    },

    /** Runs the jobs of a queue on this instance, one at a time, and keeps its schedule. */
    work: async <Data extends object>(queue: Queue<Data>, run: Run<Data>): Promise<void> => {
      await declare(queue)
      if (queue.schedule) await boss.schedule(queue.name, queue.schedule)
      const polling = { pollingIntervalSeconds: pollSeconds }
      const worker = await boss.work<Data>(queue.name, polling, async (jobs) => {
        for (const job of jobs) await perform(queue, run, job)
      })
      workers.set(queue.name, worker)
    },

    close: async () => {
      stopping.abort()
      await boss.stop({ timeout: stopMs })
    },
  }
}

/** Ten seconds after the first attempt, then twice as long each time, an hour at most. */
export function secondsUntilNext(attempts: number): number {
  return Math.min(10 * 2 ** (attempts - 1), 3_600)
}

/** The codes of an error or of its cause, which are safe to log: messages can name people. */
export function codesOf(error: unknown): { code?: unknown; responseCode?: unknown } {
  if (!(error instanceof Error)) return {}
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return code === undefined && error.cause ? codesOf(error.cause) : { code, responseCode }
}
