import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'

const maxClients = 5_000

type Window = { count: number; endsAt: number }
type Callback = Parameters<FastifyRateLimitStore['incr']>[1]

/** Counts requests by client in windows of time. Unlike the plugin's own store it does not use the machine's clock: after that was set back, its
 *  windows would last as much longer. */
export class RateStore implements FastifyRateLimitStore {
  readonly #windows = new LRUCache<string, Window>({ max: maxClients })

  /** Calls back with the number of requests in the window of `client`, this one included, and the ms until the window ends. */
  incr(client: string, callback: Callback, windowMs: number): void {
    const now = performance.now()
    const known = this.#windows.get(client)
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs }
    window.count += 1
    this.#windows.set(client, window)
    callback(null, { current: window.count, ttl: Math.ceil(window.endsAt - now) })
  }

  /** Returns a store for a route with a limit of its own. */
  child(): RateStore {
    return new RateStore()
  }
}
