import { LRUCache } from 'lru-cache'

const windowMs = 60_000
const maxClients = 5_000

type Window = { count: number; endsAt: number }

/** Counts requests by client in windows of a minute. Does not use the machine's clock: after that was set back, windows
 *  would last as much longer. */
export function openRateCounter() {
  const windows = new LRUCache<string, Window>({ max: maxClients })
  /** Counts a request. Returns the number of requests in the window of `client`, this one included, and the ms until
   *  the window ends. */
  return (client: string): { count: number; waitMs: number } => {
    const now = performance.now()
    const known = windows.get(client)
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs }
    window.count += 1
    windows.set(client, window)
    return { count: window.count, waitMs: Math.ceil(window.endsAt - now) }
  }
}
