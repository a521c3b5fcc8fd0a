import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a folder for temporary files of a whole test run: in memory on Linux, because the tests make and delete
 *  databases of a thousand files all the time, and ext4 takes a millisecond for a new file after others were
 *  deleted. */
export function makeScratchFolder(): string {
  const folder = mkdtempSync(join(hasRoom('/dev/shm') ? '/dev/shm' : tmpdir(), 'clinic-test-'))
  // The user that runs PostgreSQL must be able to enter it.
  chmodSync(folder, 0o711)
  return folder
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 4_000_000_000
  } catch {
    return false
  }
}
