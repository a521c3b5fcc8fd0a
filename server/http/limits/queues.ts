import pLimit, { type LimitFunction } from 'p-limit'

type Options = {
  /** How much work of one key runs at once. */
  atOnce: number
  /** How much may wait. */
  maxWaiting: number
  /** Returns the error for work beyond that. */
  full: () => Error
}

/** Opens a queue for each key, such as an account, so that the work of one does not make others wait. The returned
 *  function runs work in its turn. */
export function openQueues({ atOnce, maxWaiting, full }: Options) {
  const queues = new Map<string, { limit: LimitFunction; users: number }>()
  return async <Result>(key: string, work: () => Promise<Result> | Result): Promise<Result> => {
    const queue = queues.get(key) ?? { limit: pLimit(atOnce), users: 0 }
    if (queue.limit.pendingCount >= maxWaiting) throw full()
    queues.set(key, queue)
    queue.users += 1
    try {
      return await queue.limit(work)
    } finally {
      queue.users -= 1
      if (queue.users === 0) queues.delete(key)
    }
  }
}
