import type { VisitReason } from '#contract/calendar/visit-reason.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { maxSoon, type SoonTime } from '#contract/soon.ts'
import type { Calendar } from '../calendar.ts'
import type { FreeDay } from '../rules/free-day.ts'
import { type Filter, offeredTimes } from '../rules/offered-times.ts'
import type { TreatmentRule } from '../rules/rules.ts'
import { isPossible, monthsAhead } from './days-ahead.ts'
import { treatmentsFor } from './filter.ts'

/** Returns the next free times that a patient asks for, up to the horizon. With `reason`, only those of the treatments
 *  for it. Of several treatments that can begin at one time, the first in the clinic's order counts. */
export async function soonTimes(
  calendar: Calendar,
  { reason, ...filter }: Filter & { reason?: VisitReason | undefined },
): Promise<SoonTime[]> {
  const rules = await calendar.rules()
  const wanted = treatmentsFor(rules, filter).filter(({ reasons }) => reason === undefined || reasons.includes(reason))
  const found: SoonTime[] = []
  if (wanted.length === 0) return found
  for (const dates of monthsAhead(rules, await calendar.today(), calendar.clock())) {
    if (!isPossible(rules, wanted, dates, filter)) continue
    for (const day of await calendar.days(dates)) {
      found.push(...timesOfDay(day, wanted, filter).slice(0, maxSoon - found.length))
      if (found.length === maxSoon) return found
    }
  }
  return found
}

function timesOfDay(day: FreeDay, wanted: readonly TreatmentRule[], filter: Filter) {
  const { date } = day.overview
  const ids = new Set(wanted.map(({ id }) => id))
  const first = new Map<number, SoonTime>()
  for (const { treatment, times } of offeredTimes(day.plan, day.free, filter)) {
    if (!ids.has(treatment.id)) continue
    for (const { startsAt, slot } of times) {
      if (!first.has(startsAt)) first.set(startsAt, { treatmentId: treatment.id, date: formatMediumDate(date), slot })
    }
  }
  return [...first].sort(([a], [b]) => a - b).map(([, time]) => time)
}
