const retryMs = 500

/** Knows since when reads of the database fail. Meanwhile, what is known from before is the answer, and two reads a
 *  second are tried. */
export type Outage = {
  begin: () => void
  end: () => void
  /** Returns the seconds since reads began to fail, undefined while they succeed. */
  seconds: () => number | undefined
  /** Returns whether to read: always, or twice a second in an outage. */
  mayRead: () => boolean
}

/** Opens an outage that has not begun. `now` returns milliseconds. */
export function openOutage(now = () => performance.now()): Outage {
  let begunAt: number | undefined
  let triedAt = 0
  return {
    begin: () => {
      if (begunAt !== undefined) return
      begunAt = triedAt = now()
    },
    end: () => {
      begunAt = undefined
    },
    seconds: () => (begunAt === undefined ? undefined : Math.ceil((now() - begunAt) / 1_000)),
    mayRead: () => {
      if (begunAt === undefined) return true
      const isTime = now() - triedAt >= retryMs
      if (isTime) triedAt = now()
      return isTime
    },
  }
}
