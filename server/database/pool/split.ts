import type { EventEmitter } from 'node:events'
import type { ClientBase, PoolConfig } from 'pg'
import { codeOf, isUnavailable, markHarmless, queueStill, readOnly } from './failure.ts'
import { startHeartbeat } from './heartbeat.ts'
import { stateOf } from './observe.ts'
import { BoundedPool } from './pool.ts'
import { openStandby } from './standby.ts'

type Config = PoolConfig & { max: number; maxStillMs: number }

/** Opens a pool that keeps half of its connections for single statements that read. A COMMIT that waits for a standby
 *  is not ended by a timeout of the database, and such waits must not take all connections. While there is no
 *  connection to the primary, these statements are sent to `standbyUrl`, if that is given, as long as the standby is
 *  hardly behind. */
export function openSplitPool(config: Config, standbyUrl?: string) {
  const forReads = Math.floor(config.max / 2)
  const reads = new BoundedPool({ ...config, max: forReads })
  const pool = new BoundedPool({ ...config, max: config.max - forReads })
  const heartbeat = standbyUrl ? startHeartbeat(pool) : undefined
  const standby =
    standbyUrl && heartbeat
      ? openStandby({ ...config, connectionString: standbyUrl, max: forReads }, heartbeat.saw)
      : undefined
  const pools = [pool, reads, ...(standby ? [standby.pool] : [])]
  const endWrites = pool.end.bind(pool)
  pool.query = new Proxy(pool.query, {
    apply: (query, self, args: unknown[]) => {
      if (!isRead(args[0])) return Reflect.apply(query, self, args)
      const answer: unknown = Reflect.apply(reads.query, reads, args)
      if (!(answer instanceof Promise)) return answer
      return answer.catch(async (error) => {
        if (!standby || !isWithoutPrimary(error)) throw markHarmless(error)
        return standby.query(args).catch(() => {
          throw markHarmless(error)
        })
      })
    },
  })
  endWhenReadOnly(pool)
  return {
    pool,
    onError: (listener: (error: Error) => void) => void pools.map((each) => each.on('error', listener)),
    /** Asks the primary. */
    ping: () => reads.query('SELECT 1'),
    /** Returns how old what is read may be, in seconds; undefined while that is no more than a moment. */
    age: () => heartbeat?.age(),
    state: () => pools.map(stateOf).reduce(addStates),
    end: async () => {
      heartbeat?.stop()
      await Promise.all([endWrites(), reads.end(), standby?.pool.end()])
    },
  }
}

type State = ReturnType<typeof stateOf>

function addStates(one: State, other: State): State {
  return { size: one.size + other.size, idle: one.idle + other.idle, waiting: one.waiting + other.waiting }
}

// An overloaded primary is another matter: people would not find what they just booked.
function isWithoutPrimary(error: unknown) {
  return error instanceof Error && (isUnavailable(error) || codeOf(error) === queueStill)
}

/** Returns whether a statement is a read: it starts with SELECT or WITH, and contains no word of a change or a lock. */
function isRead(query: unknown): boolean {
  const text = typeof query === 'string' ? query : (query as { text: string }).text
  return /^\s*(select|with)\b/i.test(text) && !/\b(insert\s+into|update|delete\s+from|pg_notify|nextval)\b/i.test(text)
}

// After a failover, a connection may lead to what is a standby now. It ends when it returns to the pool.
function endWhenReadOnly(pool: BoundedPool) {
  const found = new WeakSet<ClientBase>()
  pool.on('connect', (client) => {
    const { connection } = client as ClientBase & { connection: EventEmitter }
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === readOnly) found.add(client)
    })
  })
  pool.on('release', (_error, client) => {
    if (found.has(client)) void client.end()
  })
}
