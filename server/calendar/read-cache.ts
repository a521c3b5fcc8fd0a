import { LRUCache } from 'lru-cache'

/** A cache of what a query returns for each key. */
export type ReadCache<Key, Value> = {
  /** Returns the cached value, or a promise of the query's. Concurrent callers share one query. */
  get: (key: Key) => Value | Promise<Value>
  drop: (key: Key) => void
  clear: () => void
}

/** Opens a cache of `read`. A read can start before a change and end after it, so its value is cached only if its key was not dropped
 *  meanwhile. Nothing is cached while `isEnabled` returns false, and no value is returned for which `isValid` does. */
export function openReadCache<Key extends {}, Value extends {}>(
  read: (key: Key) => Promise<Value>,
  { isEnabled, isValid = () => true }: { isEnabled: () => boolean; isValid?: (value: Value) => boolean },
): ReadCache<Key, Value> {
  const cache = new LRUCache<Key, Value>({ max: 1_000 })
  const pending = new Map<Key, Promise<Value>>()

  const readAndCache = (key: Key): Promise<Value> => {
    const started = read(key).then((value) => {
      if (isEnabled() && pending.get(key) === started) cache.set(key, value)
      return value
    })
    pending.set(key, started)
    started.catch(() => {}).finally(() => pending.get(key) === started && pending.delete(key))
    return started
  }

  return {
    get: (key) => {
      const value = cache.get(key)
      if (value && isValid(value)) return value
      if (!isEnabled()) return read(key)
      return pending.get(key) ?? readAndCache(key)
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
