import { statfsSync } from 'node:fs'
import { StartError } from '#server/config/start-error.ts'

// The write-ahead log grows by 16 MB at a time, and without room for it the database stops.
const lowBytes = 32 * 1024 * 1024
const enoughBytes = 48 * 1024 * 1024

// Its files, the log of the migrations, and what a running database needs.
const newDatabaseBytes = 96 * 1024 * 1024

/** Throws a StartError if the disk of `folder` has too little room to open a database there, or to create one. */
export function requireDiskSpace(folder: string, { isNew }: { isNew: boolean }): void {
  if (freeBytes(folder) >= (isNew ? newDatabaseBytes : lowBytes)) return
  const needs = isNew ? 'a new embedded database needs at least 96 MB' : 'the embedded database needs at least 32 MB'
  throw new StartError(`The disk of ${folder} is nearly full: ${needs} of free space`)
}

/** Returns a function that tells whether the disk of `folder` is nearly full. Calls `onChange` when that changes. */
export function watchDiskSpace(folder: string, onChange: (isLow: boolean) => void): () => boolean {
  let isLow = false
  return () => {
    const isLowNow = freeBytes(folder) < (isLow ? enoughBytes : lowBytes)
    if (isLowNow !== isLow) {
      isLow = isLowNow
      onChange(isLow)
    }
    return isLow
  }
}

function freeBytes(folder: string) {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
