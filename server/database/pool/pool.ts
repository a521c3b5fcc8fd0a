import { Pool, type PoolClient } from 'pg'

/** Code of the error of a query that finds `maxWaiting` others waiting. server/http/problem.ts answers it with 503. */
const queueFull = 'QUEUE_FULL'
// About a second of work. The rest is refused at once instead of after the seconds that a client waits (docs/decisions/0041).
const maxWaiting = 1_000

type Callback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

/** A pool that refuses queries while many wait for a connection. Queries on a connection that is taken, such as those of a transaction, never
 *  wait. */
export class BoundedPool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<PoolClient> | undefined {
    if (this.waitingCount >= maxWaiting) {
      const error = Object.assign(new Error('too many queries wait for a connection'), { code: queueFull })
      if (!callback) return Promise.reject(error)
      process.nextTick(callback, error, undefined, () => {})
      return undefined
    }
    if (!callback) return super.connect()
    super.connect(callback)
    return undefined
  }
}
