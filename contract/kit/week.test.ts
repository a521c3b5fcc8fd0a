import { expect, test } from 'vitest'
import { weekOf } from './week.ts'

test.each([
  ['US', '2026-05-04', '2026-05-04'],
  ['US', '2026-05-10', '2026-05-04'],
  ['IL', '2026-05-10', '2026-05-10'],
  ['IL', '2026-05-09', '2026-05-03'],
  ['IR', '2026-05-08', '2026-05-02'],
] as const)('in %s the week of %s begins on %s and has seven days', (country, date, first) => {
  const days = weekOf(date, country)
  expect([days[0], days.length]).toEqual([first, 7])
  expect(days).toContain(date)
})
