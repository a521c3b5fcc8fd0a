import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSecurityLog } from './security-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('writes a refusal once a minute with the number of its repeats, by kind and client, and any other event at once', () => {
  const lines: { security: string; client: string; count?: number }[] = []
  const log = openSecurityLog(pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) }), 'secret')
  for (let n = 0; n < 100; n += 1) {
    log.record('admin-refused', { kind: 'not-signed-in', client: '192.0.2.1', route: `GET /${n}` })
    log.record('sign-in-limited', { kind: 'password', client: '192.0.2.1', subject: `${n}@example.org` })
  }
  log.record('admin-refused', { kind: 'not-signed-in', client: '192.0.2.2' })
  log.record('signed-in', { kind: 'password', subject: 'ann@example.org' })
  log.record('signed-in', { kind: 'password', subject: 'ann@example.org' })
  const counts = () => lines.splice(0).map(({ security, count }) => [security, count])
  expect(counts()).toEqual([
    ['admin-refused', 1],
    ['sign-in-limited', 1],
    ['admin-refused', 1],
    ['signed-in', undefined],
    ['signed-in', undefined],
  ])
  vi.advanceTimersByTime(60_000)
  expect(counts()).toEqual([
    ['admin-refused', 99],
    ['sign-in-limited', 99],
  ])
  vi.advanceTimersByTime(120_000)
  expect(counts()).toEqual([])
})
