import type { NextFree } from '#contract/calendar/month.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Calendar } from '../calendar.ts'
import type { FreeDay } from '../rules/free-day.ts'
import { type Filter, offeredTimes } from '../rules/offered-times.ts'
import { isPossible, monthsAhead } from './days-ahead.ts'
import { treatmentsFor } from './filter.ts'

type FirstTime = { date: IsoDate; slot: string }

/** Returns the treatments that a patient asks for, each with its first free time on `from` or later, up to the
 *  horizon. */
export async function nextFreeTimes(calendar: Calendar, from: IsoDate, filter: Filter = {}): Promise<NextFree[]> {
  const rules = await calendar.rules()
  const asked = treatmentsFor(rules, filter)
  const found = new Map<string, FirstTime>()
  for (const dates of monthsAhead(rules, from, calendar.clock())) {
    const wanted = asked.filter(({ id }) => !found.has(id))
    if (wanted.length === 0) break
    if (!isPossible(rules, wanted, dates, filter)) continue
    for (const day of await calendar.days(dates)) addFirstTimes(found, day, filter)
  }
  return asked.map(({ id, name }) => {
    const first = found.get(id)
    return { _id: id, name, ...(first && { date: formatMediumDate(first.date), slot: first.slot }) }
  })
}

function addFirstTimes(found: Map<string, FirstTime>, day: FreeDay, filter: Filter) {
  for (const { treatment, times } of offeredTimes(day.plan, day.free, filter)) {
    const [first] = times
    if (first && !found.has(treatment.id)) found.set(treatment.id, { date: day.overview.date, slot: first.slot })
  }
}
