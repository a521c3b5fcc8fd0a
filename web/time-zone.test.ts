import { expect, test } from 'vitest'
import { isSameTime } from './time-zone.ts'

test.each([
  ['America/New_York', 'Europe/Berlin', '2026-11-21', false],
  ['UTC', 'Asia/Tokyo', '2026-11-21', false],
  ['America/New_York', 'America/Toronto', '2026-11-21', true],
  ['America/New_York', 'America/New_York', '2026-11-21', true],
  ['America/New_York', 'America/Panama', '2026-01-15', true],
  ['America/New_York', 'America/Panama', '2026-07-15', false],
])('clocks in %s and %s at noon in UTC on %s show the same time: %s', (zone, otherZone, date, isSame) => {
  expect(isSameTime(new Date(`${date}T12:00:00Z`), zone, otherZone)).toBe(isSame)
})
