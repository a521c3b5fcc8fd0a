/** Thrown instead of running a job when the queue is full. */
export class QueueFullError extends Error {}

/** Runs at most `atOnce` jobs at a time, the others in order of arrival. Rejects with `QueueFullError` when `mostWaiting` wait already. */
export function takingTurns(atOnce: number, mostWaiting = Number.POSITIVE_INFINITY) {
  const waiting: (() => void)[] = []
  let running = 0

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running += 1
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new QueueFullError()
    try {
      return await work()
    } finally {
      // The next in line takes over this place, so that no newcomer overtakes it.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
