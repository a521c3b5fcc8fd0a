import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory. */
export type SmallDisk = {
  folder: string
  /** Takes all free space but `freeBytes`. */
  fill: (freeBytes?: number) => void
  /** Gives the space back. */
  free: () => void
  /** Makes it read-only or writable. Throws while a process has a file open for writing. */
  setReadOnly: (readOnly: boolean) => void
  remove: () => void
}

/** Mounts an empty file system of `megabytes`. Returns why not if this machine refuses. */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-disk-'))
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'clinic-test', folder)
  } catch (error) {
    rmdirSync(folder)
    return `this machine mounts no file system: ${error instanceof Error ? error.message.split('\n')[0] : error}`
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: (freeBytes = 0) => {
      const file = openSync(ballast, 'w')
      const block = Buffer.alloc(64 * 1024)
      try {
        while (freeOf(folder) > freeBytes) writeSync(file, block)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast),
    setReadOnly: (readOnly) => run('mount', '-o', `remount,${readOnly ? 'ro' : 'rw'}`, folder),
    remove: () => {
      run('umount', folder)
      rmdirSync(folder)
    },
  }
}

function freeOf(folder: string) {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function run(command: string, ...args: string[]) {
  execFileSync(command, args, { stdio: 'pipe' })
}
