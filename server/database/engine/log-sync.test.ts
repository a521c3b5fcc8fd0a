import { default as fs } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openLogSync } from './log-sync.ts'

const file = 7
let finish: ((code?: string) => void)[] = []
let syncNow: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  finish = []
  vi.spyOn(fs, 'fsync').mockImplementation(((_file: number, done: (error: Error | null) => void) => {
    finish.push((code) => done(code ? Object.assign(new Error(code), { code }) : null))
  }) as typeof fs.fsync)
  syncNow = vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {})
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

it('pages that are written while a sync runs in the background sync the log once', async () => {
  const log = openLogSync()
  log.delay(file)
  const synced = log.whenSynced()
  expect(log.isPending()).toBe(true)
  log.syncNow()
  expect(log.isPending()).toBe(false)
  log.syncNow()
  log.beforeClose(file)
  expect(syncNow).toHaveBeenCalledExactlyOnceWith(file)
  log.delay(file)
  expect(log.isPending()).toBe(true)
  finish[0]?.()
  await synced
  expect(log.isPending()).toBe(true)
})

it('a file that was closed meanwhile is synced; any other failure is reported, also after a sync that succeeded', async () => {
  const log = openLogSync()
  log.delay(file)
  const closed = log.whenSynced()
  log.beforeClose(file)
  finish[0]?.('EBADF')
  await closed
  log.delay(file)
  const failed = log.whenSynced()
  log.syncNow()
  finish[1]?.('EIO')
  await expect(failed).rejects.toThrow('EIO')
})

it('commits during a sync share the next one', async () => {
  const log = openLogSync()
  log.delay(file)
  const first = log.whenSynced()
  log.delay(file)
  const others = [log.whenSynced(), log.whenSynced()]
  finish[0]?.()
  await first
  await expect.poll(() => finish).toHaveLength(2)
  finish[1]?.()
  await Promise.all(others)
  expect(finish).toHaveLength(2)
})
