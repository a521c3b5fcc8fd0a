import { expect, test } from 'vitest'
import type { DayOverview } from '#web/api/treatments.ts'
import { noFreeTimesReason } from './no-free-times.ts'

test.each<[DayOverview | undefined, string]>([
  [{ state: 'over' }, 'It’s too late to book for today.'],
  [{ state: 'full' }, 'We’re fully booked this day.'],
  // Its last time was booked a moment ago.
  [{ state: 'open' }, 'We’re fully booked this day.'],
  [{ state: 'closed', note: 'Public holiday' }, 'We’re closed this day: Public holiday'],
  [{ state: 'closed' }, 'We’re closed this day.'],
  [undefined, 'Nothing is free this day.'],
])('%j', (overview, reason) => {
  expect(noFreeTimesReason(overview)).toBe(reason)
})
