import { expect, it } from 'vitest'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { periodBefore } from '#contract/report/period.ts'
import { rowsByTime, stepOf } from './time-axis.ts'

const period = (from: IsoDate, to: IsoDate) => ({ from, to })

it.each([
  [period('2026-11-01', '2026-12-31'), 'day', 61],
  [period('2026-01-01', '2026-12-31'), 'week', 53],
  [period('2025-01-01', '2026-12-31'), 'month', 24],
  [period('2024-12-31', '2026-02-01'), 'month', 15],
])('divides %j into a row for each %s', (now, step, count) => {
  expect(stepOf(now)).toBe(step)
  const periods = { now, before: periodBefore(now) }
  const all = new Map<string, number>([
    [now.from, 0.1],
    [now.to, 0.2],
  ])
  const rows = rowsByTime(periods, stepOf(now), { now: all, before: new Map([[periods.before.from, 5]]) })
  expect(rows).toHaveLength(count)
  expect(rows.at(0)).toMatchObject({ key: now.from, now: 0.1, before: 5 })
  expect(rows.at(-1)).toMatchObject({ now: 0.2 })
})
