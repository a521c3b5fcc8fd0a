import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { isOutOfReach } from '#server/database/pool/failure.ts'
import type { Outage } from './outage.ts'

/** A cache of what a query returns for each key. While the database is out of reach, or takes over a second, it returns
 *  what it knew last. */
export type ReadCache<Key, Value> = {
  /** Returns the cached value, or a promise of the query's. Concurrent callers share one query. */
  get: (key: Key) => Value | Promise<Value>
  /** Returns the value as the database has it, however long that takes: never what was known before. For what is
   *  decided by it. */
  upToDate: (key: Key) => Value | Promise<Value>
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
  const known = openKnown<Key, Value>(isValid, sizeOf)
  const pending = new Map<Key, { answer: Promise<Value>; fresh: Promise<Value> }>()
  const readings = openReadings<Key>()

  const reading = (key: Key) => (isEnabled() ? pending.get(key) : undefined)
  const current = (key: Key) => known.current(key) ?? reading(key)?.answer
  /** Waits for the value of `key` in the result of a query, and caches it. */
  const valueFrom = (result: Promise<ReadonlyMap<Key, Value>>, key: Key) => {
    const before = known.last(key)
    const fresh = result.then((values) => {
      const value = values.get(key)
      if (value === undefined) throw new Error(`No value was read for ${String(key)}`)
      if (!isEnabled()) known.set(key, { value, outdatedAt: performance.now() })
      else if (readings.isCurrent(key, fresh)) known.set(key, { value })
      return value
    })
    const answer = before === undefined ? fresh : unlessLate(fresh, before, outage)
    const both = { answer, fresh }
    if (isEnabled()) {
      pending.set(key, both)
      readings.add(key, fresh)
    }
    const forget = () => pending.get(key) === both && pending.delete(key)
    answer.then(forget, forget)
    return both
  }

  return {
    get: (key) => {
      const value = current(key)
      if (value !== undefined) return value
      const before = known.last(key)
      return before !== undefined && !outage.mayRead() ? before : valueFrom(read([key]), key).answer
    },
    upToDate: (key) => {
      const value = known.current(key)
      if (value !== undefined) return value
      return (reading(key) ?? valueFrom(read([key]), key)).fresh
    },
    getMany: (keys) => {
      const found = keys.map((key) => ({ key, value: current(key) }))
      const missing = found.filter(({ value }) => value === undefined).map(({ key }) => key)
      if (missing.length > 0 && missing.every((key) => known.last(key) !== undefined) && !outage.mayRead()) {
        return Promise.all(found.map(({ key, value }) => value ?? known.last(key)) as Value[])
      }
      const result = missing.length > 0 ? read(missing) : Promise.resolve(new Map<Key, Value>())
      return Promise.all(found.map(({ key, value }) => value ?? valueFrom(result, key).answer))
    },
    known: current,
    drop: (key) => {
      known.outdate(key)
      pending.delete(key)
      readings.drop(key)
    },
    clear: () => {
      known.outdateAll()
      pending.clear()
      readings.clear()
    },
  }
}

/** Opens a store of values, which stay after they are outdated. */
function openKnown<Key extends {}, Value extends {}>(
  isValid: (value: Value) => boolean,
  sizeOf: (value: Value) => number,
) {
  const cache = new LRUCache<Key, Known<Value>>({ maxSize: maxBytes, sizeCalculation: ({ value }) => sizeOf(value) })
  const outdate = (known: Known<Value>) => {
    known.outdatedAt ??= performance.now()
  }
  return {
    current: (key: Key): Value | undefined => {
      const known = cache.get(key)
      if (known && !isValid(known.value)) outdate(known)
      return known && known.outdatedAt === undefined ? known.value : undefined
    },
    last: (key: Key): Value | undefined => {
      const { value, outdatedAt = 0 } = cache.get(key) ?? {}
      return performance.now() - outdatedAt < maxOutdatedMs ? value : undefined
    },
    set: (key: Key, known: Known<Value>) => void cache.set(key, known),
    outdate: (key: Key) => {
      const known = cache.peek(key)
      if (known) outdate(known)
    },
    outdateAll: () => cache.forEach(outdate),
  }
}

/** Remembers the readings that began after the last change of their key. One that comes late counts. */
function openReadings<Key>() {
  const current = new Map<Key, Set<Promise<unknown>>>()
  return {
    add: (key: Key, reading: Promise<unknown>) => {
      const ofKey = current.get(key) ?? new Set()
      current.set(key, ofKey.add(reading))
      const end = () => {
        ofKey.delete(reading)
        if (ofKey.size === 0 && current.get(key) === ofKey) current.delete(key)
      }
      reading.then(end, end)
    },
    isCurrent: (key: Key, reading: Promise<unknown>) => current.get(key)?.has(reading) ?? false,
    drop: (key: Key) => void current.delete(key),
    clear: () => current.clear(),
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
