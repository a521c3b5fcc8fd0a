import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { countRepeats, openCountedWarning } from './counted-warning.ts'

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

it('counts the repeats of each key, writes what is left on flush(), and keeps few keys', () => {
  const written: [string, number][] = []
  const { report, flush } = countRepeats<string>((event, count) => written.push([event, count]), 1_000)
  for (const event of ['a1', 'b1', 'a2', 'a3']) report(event.slice(0, 1), event)
  expect(written.splice(0)).toEqual([
    ['a1', 1],
    ['b1', 1],
  ])
  vi.advanceTimersByTime(1_000)
  expect(written.splice(0)).toEqual([['a3', 2]])
  report('a', 'a4')
  flush()
  expect(written.splice(0)).toEqual([['a4', 1]])
  for (let n = 0; n < 10_000; n += 1) report(String(n), 'many')
  flush()
  expect(written).toHaveLength(5_002)
})
