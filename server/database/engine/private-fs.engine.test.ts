import { default as fs, mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { openPglite } from './pglite.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-fs-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  rmSync(folder, { recursive: true })
})

/** Counts the files that are shortened while writes of the log wait for the disk. */
function watchTruncations() {
  const seen = { truncations: 0, early: 0 }
  let [written, synced] = [0, 0]
  const { writeSync, fsync, fsyncSync, ftruncateSync } = fs
  const isLog = (file: number) => readlinkSync(`/proc/self/fd/${file}`).includes('pg_wal')
  vi.spyOn(fs, 'writeSync').mockImplementation(((...args: Parameters<typeof writeSync>) => {
    if (isLog(args[0])) written += 1
    return writeSync(...args)
  }) as typeof writeSync)
  vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
    fsyncSync(file)
    if (isLog(file)) synced = written
  })
  vi.spyOn(fs, 'fsync').mockImplementation(((file: number, done: fs.NoParamCallback) => {
    const taken = written
    fsync(file, (error) => {
      synced = Math.max(synced, taken)
      done(error)
    })
  }) as typeof fsync)
  vi.spyOn(fs, 'ftruncateSync').mockImplementation((file, length) => {
    if (!isLog(file)) {
      seen.truncations += 1
      if (synced < written) seen.early += 1
    }
    ftruncateSync(file, length)
  })
  syncBuiltinESMExports()
  return seen
}

// Linux says there which file a descriptor is.
const hasProc = fs.existsSync('/proc/self/fd')

describe.runIf(inject('engine').kind === 'pglite' && hasProc)('the file system of the embedded database', () => {
  it('shortens no file before the log that says so is on the disk', async () => {
    const { executeSql, close } = await openPglite(folder)
    await executeSql('CREATE TABLE emptied AS SELECT n FROM generate_series(1, 30000) AS n')
    const seen = watchTruncations()
    await executeSql('DELETE FROM emptied')
    await executeSql('VACUUM emptied')
    expect(seen.truncations).toBeGreaterThan(0)
    expect(seen.early).toBe(0)
    await close()
  })
})
