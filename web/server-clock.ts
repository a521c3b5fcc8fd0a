// A Date header has whole seconds, and a response takes time.
const toleranceMs = 30_000

let aheadMs = 0
const listeners = new Set<() => void>()

/** Learns the server's time from a response, because the browser's clock can be hours off. */
export function learnServerTime(headers: Headers): void {
  const told = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(told)) return
  const difference = told - Date.now()
  const learned = Math.abs(difference) < toleranceMs ? 0 : difference
  if (Math.abs(learned - aheadMs) < toleranceMs) return
  aheadMs = learned
  for (const listener of listeners) listener()
}

/** Returns the server's current time; that of the browser before the first response. */
export function serverNow(): Date {
  return new Date(Date.now() + aheadMs)
}

/** Converts an instant of the server to the browser's clock, so that it can be stored and compared with that later. */
export function toBrowserClock(instant: Date): Date {
  return new Date(instant.getTime() - aheadMs)
}

/** Calls `listener` when another time is learned, until the returned function is called. */
export function onServerTime(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
