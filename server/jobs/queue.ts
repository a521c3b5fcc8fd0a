/** A queue of jobs with `Data`. Jobs are stored under the queue's name, so renaming a queue abandons its jobs. */
export type Queue<Data extends object> = {
  name: string
  /** Keeps one waiting job across all instances, which stands for all that are enqueued until it starts. Enqueue after
   *  the commit of what the job is to see. Instances can run two jobs at the same time. */
  coalesces?: boolean
  /** A cron expression (UTC). Each time, one job is added for all instances together. */
  schedule?: string
  /** Never set. Makes the compiler check the type of the data. */
  data?: Data
}

/** One run of a job. */
type Attempt = {
  /** The number of this attempt, starting at 1. */
  attempts: number
  /** Aborted when the server stops or another instance takes the job over. */
  signal: AbortSignal
}

/** Runs a job. Resolves to undefined if the job is done, or to the delay before the next run. A rejection is logged and
 *  retried. */
export type Run<Data extends object> = (data: Data, attempt: Attempt) => Promise<{ retryInSeconds: number } | undefined>

/** Returns the delay after a failed attempt: ten seconds after the first, doubled each time, at most an hour. */
export function secondsUntilNext(attempts: number): number {
  return Math.min(10 * 2 ** (attempts - 1), 3_600)
}

/** Returns the codes of an error or its cause. They are safe to log, unlike messages, which may contain personal
 *  data. */
export function codesOf(error: unknown): { code?: unknown; responseCode?: unknown } {
  if (!(error instanceof Error)) return {}
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return code === undefined && error.cause ? codesOf(error.cause) : { code, responseCode }
}
