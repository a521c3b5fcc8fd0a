import { afterEach, expect, test, vi } from 'vitest'
import { type PastMessage, readMessageHistory, removeMessageHistory, writeMessageHistory } from './message-history.ts'

const set: PastMessage = { id: 1, kind: 'success', text: 'Appointment is set', at: Date.parse('2026-11-21T15:15:00Z') }

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
  writeMessageHistory('ada@example.com', [set])
  expect(readMessageHistory('ada@example.com')).toEqual([set])
  expect(readMessageHistory('bob@example.com')).toEqual([])
  removeMessageHistory()
  expect(kept.size).toBe(0)
})

test('what is kept is not taken for still being shown', () => {
  stubStorage()
  writeMessageHistory('ada@example.com', [Object.assign({ open: true }, set)])
  expect(readMessageHistory('ada@example.com')).toEqual([set])
})

test('without a storage, or with a spoilt one, nothing was history and nothing fails', () => {
  writeMessageHistory('ada@example.com', [set])
  removeMessageHistory()
  expect(readMessageHistory('ada@example.com')).toEqual([])
  stubStorage(new Map([['messageHistory', '{"email":"ada@example.com","messages":[{"id":"x"}]}']]))
  expect(readMessageHistory('ada@example.com')).toEqual([])
})
