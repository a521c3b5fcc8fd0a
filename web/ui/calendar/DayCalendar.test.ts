import { expect, test } from 'vitest'
import type { DayOverview } from '#web/api/treatments.ts'
import { remarkOn } from './DayCalendar.tsx'
import { nameSuffix } from './MonthPicker.tsx'

const note = 'Public holiday'

test.each<[DayOverview, suffix: string, remark: string]>([
  [{ state: 'open' }, '', ''],
  [{ state: 'open', note: 'Half day' }, ', Half day', 'Wed, Nov 25: Half day'],
  [{ state: 'full' }, ', nothing free', 'Nothing free on Wed, Nov 25'],
  [{ state: 'full', note: 'Half day' }, ', nothing free, Half day', 'Nothing free on Wed, Nov 25: Half day'],
  [{ state: 'closed' }, ', closed, can’t be chosen', 'Closed on Wed, Nov 25'],
  [{ state: 'closed', note }, `, closed: ${note}, can’t be chosen`, `Closed on Wed, Nov 25: ${note}`],
])('%j', (overview, suffix, remark) => {
  expect(nameSuffix(overview)).toBe(suffix)
  expect(remarkOn('2026-11-25', overview)).toBe(remark)
})
