import type { FastifyBaseLogger } from 'fastify'

/** Keys whose repeats are counted. Beyond them, all others share one. */
const maxKeys = 5_000

/** Returns functions that report events. An event is written at once; its repeats, which have the same key, are then
 *  written as the last of them and their number, at most every `everyMs`. */
export function countRepeats<Event>(write: (event: Event, count: number) => void, everyMs: number) {
  const repeats = new Map<string, { last: Event; count: number; timer: NodeJS.Timeout }>()
  const writeRepeats = (key: string) => {
    const found = repeats.get(key)
    if (!found?.count) return void repeats.delete(key)
    write(found.last, found.count)
    found.count = 0
    found.timer = later(key)
  }
  const later = (key: string) => setTimeout(writeRepeats, everyMs, key).unref()

  return {
    report: (key: string, event: Event): void => {
      const used = repeats.has(key) || repeats.size < maxKeys ? key : ''
      const found = repeats.get(used)
      if (found) {
        found.last = event
        found.count += 1
        return
      }
      write(event, 1)
      repeats.set(used, { last: event, count: 0, timer: later(used) })
    },
    /** Writes the repeats that were not written yet. */
    flush: (): void => {
      for (const [key, { last, count, timer }] of repeats) {
        clearTimeout(timer)
        if (count > 0) write(last, count)
        repeats.delete(key)
      }
    },
  }
}

/** Returns a function that logs `message` with the details of its last call and `count`, the number of calls since the
 *  last line: at once, and then at most every `everyMs`. */
export function openCountedWarning(log: FastifyBaseLogger, message: string, everyMs = 1_000) {
  const { report } = countRepeats<object>((details, count) => log.warn({ ...details, count }, message), everyMs)
  return (details: object): void => report('', details)
}
