import { fsync, fsyncSync } from 'node:fs'

/** The syncs of the write-ahead log, which commits share. Files are descriptors. */
export type LogSync = {
  /** Notes that what was written to a file must reach the disk. */
  delay: (file: number) => void
  /** Tells whether anything is not on the disk yet. */
  isPending: () => boolean
  /** Resolves once all that was delayed before the call is on the disk. @throws the error of a sync */
  whenSynced: () => Promise<void>
  /** Syncs what was delayed. @throws the error of a sync */
  syncNow: () => void
  /** Syncs a file if it was delayed. Call it before the file is closed. @throws the error of a sync */
  beforeClose: (file: number) => void
}

/** Returns the delayed syncs of a database. While one runs in the background, the next commits go on, and the one after
 *  it is for all of them. */
export function openLogSync(): LogSync {
  const delayed = new Set<number>()
  const inFlight = new Set<number>()
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const run = async () => {
    const files = [...delayed]
    delayed.clear()
    for (const file of files) inFlight.add(file)
    try {
      await Promise.all(files.map(syncInBackground))
    } finally {
      running = undefined
    }
  }
  const syncInBackground = (file: number) =>
    new Promise<void>((resolve, reject) =>
      fsync(file, (error) => {
        inFlight.delete(file)
        // It was closed meanwhile, which synced it.
        if (error && error.code !== 'EBADF') reject(error)
        else resolve()
      }),
    )
  const begin = () => {
    next = undefined
    running = run()
    return running
  }
  return {
    delay: (file) => delayed.add(file),
    isPending: () => delayed.size + inFlight.size > 0,
    whenSynced: () => {
      if (delayed.size === 0) return running ?? Promise.resolve()
      if (!running) return begin()
      next ??= running.then(begin, begin)
      return next
    },
    syncNow: () => {
      for (const file of new Set([...delayed, ...inFlight])) fsyncSync(file)
      delayed.clear()
      inFlight.clear()
    },
    beforeClose: (file) => {
      if (!delayed.has(file) && !inFlight.has(file)) return
      fsyncSync(file)
      delayed.delete(file)
      inFlight.delete(file)
    },
  }
}
