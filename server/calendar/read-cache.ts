import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { isOutOfReach } from '#server/database/pool/failure.ts'
import type { Outage } from './outage.ts'

/** A cache of what a query returns for each key. While the database is out of reach, or takes over a second, it returns
 *  what it knew last. */
export type ReadCache<Key, Value> = {
  /** Returns the cached value, or a promise of the query's. Concurrent callers share one query. */
  get: (key: Key) => Value | Promise<Value>
  /** Returns the values of `keys`, in their order. One query reads all that are neither cached nor being read. */
  getMany: (keys: readonly Key[]) => Promise<Value[]>
  /** Returns the cached value, or a promise of one that is being read; undefined if it has to be read. */
  known: (key: Key) => Value | Promise<Value> | undefined
  /** Makes the next caller read again. */
  drop: (key: Key) => void
  clear: () => void
}

/** A value, and when it stopped being surely true (performance.now). */
type Known<Value> = { value: Value; outdatedAt?: number }

type Options<Value> = {
  /** Follows the queries of `read`. */
  outage: Outage
  isEnabled: () => boolean
  isValid?: (value: Value) => boolean
  /** Returns about how many bytes a value takes. All together take 16 MB at most. */
  sizeOf?: (value: Value) => number
}

// Several ticks instead of one timeout, so that a busy process reads an answer that has already arrived between two
// ticks.
const [patienceTicks, tickMs] = [10, 100]
const maxBytes = 16 * 1_048_576
/** After this time, free times are more likely wrong than useful. */
const maxOutdatedMs = 60 * 60_000

/** Opens a cache of `read`, which returns a value for each of its keys. A read can start before a change and end after
 *  it, so a value is cached only if its key was not dropped meanwhile. While `isEnabled` returns false every caller
 *  reads, and a value for which `isValid` returns false is read again. */
export function openReadCache<Key extends {}, Value extends {}>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { outage, isEnabled, isValid = () => true, sizeOf = () => 1 }: Options<Value>,
): ReadCache<Key, Value> {
  const cache = new LRUCache<Key, Known<Value>>({ maxSize: maxBytes, sizeCalculation: ({ value }) => sizeOf(value) })
  const pending = new Map<Key, Promise<Value>>()

  const outdate = (known: Known<Value>) => {
    known.outdatedAt ??= performance.now()
  }
  const current = (key: Key): Value | Promise<Value> | undefined => {
    const known = cache.get(key)
    if (known && !isValid(known.value)) outdate(known)
    if (known && known.outdatedAt === undefined) return known.value
    return isEnabled() ? pending.get(key) : undefined
  }
  const lastKnown = (key: Key): Value | undefined => {
    const { value, outdatedAt = 0 } = cache.get(key) ?? {}
    return performance.now() - outdatedAt < maxOutdatedMs ? value : undefined
  }

  /** Waits for the value of `key` in the result of a query, and caches it. */
  const valueFrom = (reading: Promise<ReadonlyMap<Key, Value>>, key: Key): Promise<Value> => {
    const before = lastKnown(key)
    const fresh = reading.then((values) => {
      const value = values.get(key)
      if (value === undefined) throw new Error(`No value was read for ${String(key)}`)
      const isCurrent = isEnabled() && pending.get(key) === answer
      if (isCurrent) cache.set(key, { value })
      else if (!isEnabled()) cache.set(key, { value, outdatedAt: performance.now() })
      return value
    })
    const answer = before === undefined ? fresh : unlessLate(fresh, before, outage)
    if (isEnabled()) pending.set(key, answer)
    const forget = () => pending.get(key) === answer && pending.delete(key)
    answer.then(forget, forget)
    return answer
  }

  return {
    get: (key) => {
      const value = current(key)
      if (value !== undefined) return value
      const before = lastKnown(key)
      return before !== undefined && !outage.mayRead() ? before : valueFrom(read([key]), key)
    },
    getMany: (keys) => {
      const found = keys.map((key) => ({ key, value: current(key) }))
      const missing = found.filter(({ value }) => value === undefined).map(({ key }) => key)
      if (missing.length > 0 && missing.every((key) => lastKnown(key) !== undefined) && !outage.mayRead()) {
        return Promise.all(found.map(({ key, value }) => value ?? lastKnown(key)) as Value[])
      }
      const reading = missing.length > 0 ? read(missing) : Promise.resolve(new Map<Key, Value>())
      return Promise.all(found.map(({ key, value }) => value ?? valueFrom(reading, key)))
    },
    known: current,
    drop: (key) => {
      const known = cache.peek(key)
      if (known) outdate(known)
      pending.delete(key)
    },
    clear: () => {
      cache.forEach(outdate)
      pending.clear()
    },
  }
}

/** Returns `fresh`, or `before` if that takes too long or the database is out of reach. */
async function unlessLate<Value>(fresh: Promise<Value>, before: Value, outage: Outage): Promise<Value> {
  const late = Symbol('late')
  try {
    for (let ticks = 0; ticks < patienceTicks; ticks += 1) {
      const value = await Promise.race([fresh, sleep(tickMs, late, { ref: false })])
      if (value !== late) return value as Value
    }
    fresh.catch(() => {})
    outage.begin()
    return before
  } catch (error) {
    if (isOutOfReach(error)) return before
    throw error
  }
}
