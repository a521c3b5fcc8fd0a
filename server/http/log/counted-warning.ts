import type { FastifyBaseLogger } from 'fastify'

/** Returns a function that logs `message` with the details of its last call and `count`, the number of calls since the last line: at once, and
 *  then at most every `everyMs`. */
export function openCountedWarning(log: FastifyBaseLogger, message: string, everyMs = 1_000) {
  let count = 0
  let last: object = {}
  let isWaiting = false
  const flush = () => {
    isWaiting = count > 0
    if (!isWaiting) return
    log.warn({ ...last, count }, message)
    count = 0
    setTimeout(flush, everyMs).unref()
  }
  return (details: object): void => {
    last = details
    count += 1
    if (!isWaiting) flush()
  }
}
