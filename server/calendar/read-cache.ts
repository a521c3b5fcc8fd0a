import { LRUCache } from 'lru-cache'

/** A cache of what a query returns for each key. */
export type ReadCache<Key, Value> = {
  /** Returns the cached value, or a promise of the query's. Concurrent callers share one query. */
  get: (key: Key) => Value | Promise<Value>
  /** Returns the values of `keys`, in their order. One query reads all that are neither cached nor being read. */
  getMany: (keys: readonly Key[]) => Promise<Value[]>
  drop: (key: Key) => void
  clear: () => void
}

/** Opens a cache of `read`, which returns a value for each of its keys. A read can start before a change and end after it, so a value is
 *  cached only if its key was not dropped meanwhile. Nothing is cached while `isEnabled` returns false, and no value is returned for which
 *  `isValid` does. */
export function openReadCache<Key extends {}, Value extends {}>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { isEnabled, isValid = () => true }: { isEnabled: () => boolean; isValid?: (value: Value) => boolean },
): ReadCache<Key, Value> {
  const cache = new LRUCache<Key, Value>({ max: 1_000 })
  const pending = new Map<Key, Promise<Value>>()

  const known = (key: Key): Value | Promise<Value> | undefined => {
    const value = cache.get(key)
    if (value && isValid(value)) return value
    return isEnabled() ? pending.get(key) : undefined
  }

  /** Waits for the value of `key` in the result of a query, and caches it. */
  const valueFrom = (reading: Promise<ReadonlyMap<Key, Value>>, key: Key): Promise<Value> => {
    const started = reading.then((values) => {
      const value = values.get(key)
      if (value === undefined) throw new Error(`No value was read for ${String(key)}`)
      if (isEnabled() && pending.get(key) === started) cache.set(key, value)
      return value
    })
    if (isEnabled()) pending.set(key, started)
    started.catch(() => {}).finally(() => pending.get(key) === started && pending.delete(key))
    return started
  }

  return {
    get: (key) => known(key) ?? valueFrom(read([key]), key),
    getMany: (keys) => {
      const found = keys.map((key) => ({ key, value: known(key) }))
      const missing = found.filter(({ value }) => value === undefined).map(({ key }) => key)
      const reading = missing.length > 0 ? read(missing) : Promise.resolve(new Map<Key, Value>())
      return Promise.all(found.map(({ key, value }) => value ?? valueFrom(reading, key)))
    },
    drop: (key) => {
      cache.delete(key)
      pending.delete(key)
    },
    clear: () => {
      cache.clear()
      pending.clear()
    },
  }
}
