import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { syncTree } from './sync-tree.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-sync-'))
  mkdirSync(join(folder, 'base'))
  writeFileSync(join(folder, 'base/1'), '')
  writeFileSync(join(folder, 'PG_VERSION'), '')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Returns what is opened to be synced, and how. */
function syncedOn(platform: NodeJS.Platform): string[] {
  const open = vi.spyOn(fs, 'openSync')
  const sync = vi.spyOn(fs, 'fsyncSync')
  syncBuiltinESMExports()
  try {
    syncTree(folder, platform)
    const opened = open.mock.calls.map(([path, flags]) => `${String(path).slice(folder.length)} ${flags}`)
    expect(sync).toHaveBeenCalledTimes(opened.length)
    return opened.sort()
  } finally {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  }
}

it('syncs folders and files', () => {
  const all = [' r', '/PG_VERSION r+', '/base r', '/base/1 r+']
  expect([syncedOn('linux'), syncedOn('darwin')]).toEqual([all, all])
})

it('syncs files only on Windows, which refuses folders', () => {
  expect(syncedOn('win32')).toEqual(['/PG_VERSION r+', '/base/1 r+'])
})
