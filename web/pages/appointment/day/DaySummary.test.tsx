import { renderToString } from 'react-dom/server'
import { expect, it, test } from 'vitest'
import type { Treatment } from '#contract/treatment.ts'
import type { DayOverview } from '#web/api/treatments.ts'
import { DaySummary, noFreeTimesReason } from './DaySummary.tsx'

const render = (treatments: Treatment[]) =>
  renderToString(<DaySummary day={'2026-03-11'} treatments={treatments} next={null} />)

it('says of a clinic without treatments that nothing can be booked yet, not that it is full', () => {
  const html = render([])
  expect(html).toContain('Online booking isn’t open at the moment.')
  expect(html).not.toContain('fully booked')
  expect(html).toContain('Please call')
})

it('says of what a patient needs that it has no times, not that the clinic is full', () => {
  const html = renderToString(<DaySummary day={'2026-03-11'} treatments={[]} isNarrowed next={undefined} />)
  expect(html).toContain('No free times this day for what you need.')
  expect(html).not.toContain('isn’t open')
})

it('says of a clinic without free times that it is full', () => {
  const full = { _id: 'a', name: 'Teeth Cleaning', slots: [], price: 59 } as unknown as Treatment
  expect(render([full])).toContain('fully booked as far ahead')
})

test.each<[DayOverview | undefined, string]>([
  [{ state: 'over' }, 'It’s too late to book for today.'],
  [{ state: 'full' }, 'We’re fully booked this day.'],
  // Its last time was booked a moment ago.
  [{ state: 'open' }, 'We’re fully booked this day.'],
  [{ state: 'closed', note: 'Public holiday' }, 'We’re closed this day: Public holiday'],
  [{ state: 'closed' }, 'We’re closed this day.'],
  [undefined, 'No free times this day.'],
])('%j', (overview, reason) => {
  expect(noFreeTimesReason(overview)).toBe(reason)
})
