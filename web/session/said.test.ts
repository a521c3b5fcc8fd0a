import { afterEach, expect, test, vi } from 'vitest'
import { readSaid, removeSaid, type Said, writeSaid } from './said.ts'

const set: Said = { id: 1, kind: 'success', text: 'Appointment is set', at: Date.parse('2026-11-21T15:15:00Z') }

function stubStorage(kept = new Map<string, string>()) {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  return kept
}

afterEach(() => vi.unstubAllGlobals())

test('what a person was told is read by them, by nobody else, and by nobody once they left', () => {
  const kept = stubStorage()
  writeSaid('ada@example.com', [set])
  expect(readSaid('ada@example.com')).toEqual([set])
  expect(readSaid('bob@example.com')).toEqual([])
  removeSaid()
  expect(kept.size).toBe(0)
})

test('what is kept is not taken for still being shown', () => {
  stubStorage()
  writeSaid('ada@example.com', [Object.assign({ open: true }, set)])
  expect(readSaid('ada@example.com')).toEqual([set])
})

test('without a storage, or with a spoilt one, nothing was said and nothing fails', () => {
  writeSaid('ada@example.com', [set])
  removeSaid()
  expect(readSaid('ada@example.com')).toEqual([])
  stubStorage(new Map([['said', '{"email":"ada@example.com","messages":[{"id":"x"}]}']]))
  expect(readSaid('ada@example.com')).toEqual([])
})
