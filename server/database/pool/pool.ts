import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { markHarmless, queueFull, queueStill } from './failure.ts'

// About a second of work. The rest is refused at once instead of after the seconds that a client waits
// (docs/decisions/0041).
const maxWaiting = 1_000

type Callback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

type Config = PoolConfig & {
  /** Refuse queries if others wait and no connection was opened, taken or returned for this time. Unlimited by
   *  default. */
  maxStillMs?: number
}

/** A pool that refuses queries while many wait for a connection, or while a database that hangs occupies all
 *  connections. Queries on a connection that is taken, such as those of a transaction, never wait. A connection that
 *  breaks leaves the pool, even while it is taken. */
export class BoundedPool extends Pool {
  readonly #maxStillMs: number
  readonly #max: number
  #movedAt = 0

  constructor({ maxStillMs = Number.POSITIVE_INFINITY, ...config }: Config) {
    super(config)
    this.#maxStillMs = maxStillMs
    this.#max = config.max ?? 10
    this.on('acquire', () => this.#noteMove()).on('release', () => this.#noteMove())
    // While a connection is taken, the pool does not listen, and an error without a listener ends the process. The
    // query in progress rejects, or else the next one.
    this.on('connect', (client) => void client.on('error', () => {}))
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<PoolClient> | undefined {
    if (this.idleCount > 0 || this.totalCount < this.#max) this.#noteMove()
    const code = this.#isStill() ? queueStill : this.waitingCount >= maxWaiting ? queueFull : undefined
    if (code) {
      const error = Object.assign(new Error('too many queries wait for a connection'), { code })
      if (!callback) return Promise.reject(error)
      process.nextTick(callback, error, undefined, () => {})
      return undefined
    }
    if (!callback) {
      return super.connect().then(releaseWhenBroken, (error) => {
        throw markHarmless(error)
      })
    }
    super.connect((error, client, release) => callback(markHarmless(error), client, release))
    return undefined
  }

  #noteMove() {
    this.#movedAt = performance.now()
  }

  #isStill() {
    return this.waitingCount > 0 && performance.now() - this.#movedAt > this.#maxStillMs
  }
}

// Drizzle does not release the connection of a transaction whose BEGIN fails.
function releaseWhenBroken(client: PoolClient): PoolClient {
  const release = client.release
  let isBroken = false
  const onEnd = () => {
    isBroken = true
    release(true)
  }
  client.once('end', onEnd)
  client.release = (error) => {
    if (isBroken) return
    client.off('end', onEnd)
    release(error)
  }
  return client
}
