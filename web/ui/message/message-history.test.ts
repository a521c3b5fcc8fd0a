import { afterEach, expect, test, vi } from 'vitest'
import { type PastMessage, readMessageHistory, removeMessageHistory, writeMessageHistory } from './message-history.ts'

const set: PastMessage = { id: 1, kind: 'success', text: 'Appointment is set', at: Date.parse('2026-11-21T15:15:00Z') }

function stubStorage(stored = new Map<string, string>()) {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return stored
}

afterEach(() => vi.unstubAllGlobals())

test('messages are read by their user only, and by nobody after the sign-out', () => {
  const stored = stubStorage()
  writeMessageHistory('ada@example.com', [set])
  expect(readMessageHistory('ada@example.com')).toEqual([set])
  expect(readMessageHistory('bob@example.com')).toEqual([])
  removeMessageHistory()
  expect(stored.size).toBe(0)
})

test('a stored message is not open', () => {
  stubStorage()
  writeMessageHistory('ada@example.com', [Object.assign({ open: true }, set)])
  expect(readMessageHistory('ada@example.com')).toEqual([set])
})

test('without a storage, or with invalid content, the history is empty and nothing fails', () => {
  writeMessageHistory('ada@example.com', [set])
  removeMessageHistory()
  expect(readMessageHistory('ada@example.com')).toEqual([])
  stubStorage(new Map([['messageHistory', '{"email":"ada@example.com","messages":[{"id":"x"}]}']]))
  expect(readMessageHistory('ada@example.com')).toEqual([])
})
