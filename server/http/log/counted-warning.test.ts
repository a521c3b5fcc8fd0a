import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openCountedWarning } from './counted-warning.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('logs the first of many equal events at once, and their number once a second', () => {
  const lines: object[] = []
  const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const warn = openCountedWarning(log, 'no database')
  const countsAfter = (ms: number) => {
    vi.advanceTimersByTime(ms)
    return lines.splice(0)
  }
  warn({ reason: 'a' })
  expect(lines.splice(0)).toMatchObject([{ msg: 'no database', reason: 'a', count: 1 }])
  for (let n = 0; n < 500; n += 1) warn({ reason: 'b' })
  expect(countsAfter(999)).toEqual([])
  expect(countsAfter(1)).toMatchObject([{ reason: 'b', count: 500 }])
  expect(countsAfter(60_000)).toEqual([])
  warn({ reason: 'c' })
  expect(countsAfter(0)).toMatchObject([{ reason: 'c', count: 1 }])
})
