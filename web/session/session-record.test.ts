import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSessionRecord, removeSessionRecord, writeSessionRecord } from './session-record.ts'

const ada = { email: 'ada@example.com', name: 'Ada', until: new Date('2026-12-01T00:00:00Z') }
const before = new Date('2026-11-21T00:00:00Z')
let local: Map<string, string>
let session: Map<string, string>

// Node has no IndexedDB, so the first storage fails here; browser tests cover the others.
beforeEach(() => {
  local = new Map()
  session = new Map()
  vi.stubGlobal('localStorage', area(local))
  vi.stubGlobal('sessionStorage', area(session))
})

afterEach(() => vi.unstubAllGlobals())

test('without IndexedDB the record is in local storage', async () => {
  await writeSessionRecord(ada)
  expect(local.size).toBe(1)
  expect(await readSessionRecord(before)).toEqual(ada)
})

test('a local storage that ignores writes is skipped', async () => {
  vi.stubGlobal('localStorage', { ...area(local), setItem: () => undefined })
  await writeSessionRecord(ada)
  expect(session.size).toBe(1)
  expect(await readSessionRecord(before)).toEqual(ada)
})

test('without a working storage nothing is stored and nothing fails', async () => {
  vi.stubGlobal('localStorage', undefined)
  vi.stubGlobal('sessionStorage', undefined)
  await writeSessionRecord(ada)
  expect(await readSessionRecord(before)).toBeUndefined()
  await removeSessionRecord()
})

test('an expired or invalid record is ignored', async () => {
  await writeSessionRecord(ada)
  expect(await readSessionRecord(new Date('2026-12-01T00:00:01Z'))).toBeUndefined()
  local.set('session', '{')
  expect(await readSessionRecord(before)).toBeUndefined()
})

test('removal clears every storage', async () => {
  await writeSessionRecord(ada)
  session.set('session', 'old')
  await removeSessionRecord()
  expect(local.size + session.size).toBe(0)
})

function area(items: Map<string, string>) {
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
