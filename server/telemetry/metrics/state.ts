/** What the metrics tell about the clinic's work, read from the database and the disk. Sizes in bytes. */
export type ClinicState = {
  jobs: { queue: string; state: string; count: number }[]
  /** Emails that are not sent; the age of the oldest in seconds, 0 without any. */
  unsentMail: { count: number; oldestSeconds: number }
  refundsWaiting: number
  /** When the newest complete backup read the database; undefined without one. */
  lastBackup: Date | undefined
  disk: { free: number; size: number }
}

/** A state that was read at most `maxAgeMs` ago; undefined if it can't be read. */
type ReadState = () => Promise<ClinicState | undefined>

const maxAgeMs = 15_000
const timeoutMs = 5_000

/** Limits how often `read` runs, whoever asks for metrics and how often. A read that fails or takes too long counts as
 *  unreadable until the next one. */
export function cachedState(read: () => Promise<ClinicState>, now: () => number = () => performance.now()): ReadState {
  let last: { at: number; state: Promise<ClinicState | undefined> } | undefined
  return () => {
    if (!last || now() - last.at >= maxAgeMs) last = { at: now(), state: withinTimeout(read()) }
    return last.state
  }
}

async function withinTimeout(reading: Promise<ClinicState>): Promise<ClinicState | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, undefined)
  })
  try {
    return await Promise.race([reading.catch(() => undefined), timeout])
  } finally {
    clearTimeout(timer)
  }
}
