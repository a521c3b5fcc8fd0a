import { statfsSync } from 'node:fs'

// The write-ahead log grows by 16 MB at a time, and without room for it the database stops.
const lowBytes = 32 * 1024 * 1024
const enoughBytes = 48 * 1024 * 1024

/** Returns a function that tells whether the disk of `folder` is nearly full. Calls `onChange` when that changes. */
export function watchDiskSpace(folder: string, onChange: (isLow: boolean) => void): () => boolean {
  let isLow = false
  return () => {
    const { bavail, bsize } = statfsSync(folder)
    const isLowNow = bavail * bsize < (isLow ? enoughBytes : lowBytes)
    if (isLowNow !== isLow) {
      isLow = isLowNow
      onChange(isLow)
    }
    return isLow
  }
}
