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
type Attempt = {
  /** How often the job was begun, this time included. */
  attempts: number
  /** Aborted when the server stops, or when another instance has taken the job over. */
  signal: AbortSignal
}

/** Resolves to nothing when the job is done, or says when to run it again. A run that rejects is logged and repeated. */
export type Run<Data extends object> = (data: Data, attempt: Attempt) => Promise<{ retryInSeconds: number } | undefined>

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
