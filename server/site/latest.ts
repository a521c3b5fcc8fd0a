import { setTimeout as sleep } from 'node:timers/promises'

type Options<Value> = {
  /** Returned until `read` has returned a value, and instead of one older than `maxAgeMs`. */
  fallback: Value
  maxAgeMs?: number
  /** Longest wait for a promise of `read`. */
  timeoutMs: number
  /** Called when `read` fails after it has succeeded. */
  onError: (error: unknown) => void
}

const retryMs = 500

/** Returns a function that returns the value of `read`: at once, if `read` does, else as a promise. If `read` is slow
 *  or fails, its last value takes the place of the new one, so that nobody waits long. At most one promise of `read` is
 *  pending. */
export function openLatest<Value>(
  read: () => Value | Promise<Value>,
  { fallback, maxAgeMs = Number.POSITIVE_INFINITY, timeoutMs, onError }: Options<Value>,
): () => Value | Promise<Value> {
  let last = { value: fallback, at: Number.NEGATIVE_INFINITY }
  let pending: { value: Promise<Value>; timeout: Promise<void> } | undefined
  let failedAt: number | undefined

  const keep = (value: Value): Value => {
    failedAt = undefined
    last = { value, at: performance.now() }
    return value
  }
  const lastKnown = () => (performance.now() - last.at <= maxAgeMs ? last.value : fallback)
  const fail = (error: unknown): Value => {
    if (failedAt === undefined) onError(error)
    failedAt = performance.now()
    return lastKnown()
  }
  const waitFor = (reading: Promise<Value>) => {
    const value = reading.then(keep, fail).finally(() => {
      pending = undefined
    })
    return { value, timeout: sleep(timeoutMs, undefined, { ref: false }) }
  }

  return () => {
    if (!pending) {
      if (failedAt !== undefined && performance.now() - failedAt < retryMs) return lastKnown()
      const value = read()
      if (!(value instanceof Promise)) return keep(value)
      pending = waitFor(value)
    }
    return Promise.race([pending.value, pending.timeout.then(lastKnown)])
  }
}
