import type { VisitReason } from '#contract/calendar/visit-reason.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { maxSoon, type SoonTime } from '#contract/soon.ts'
import type { Calendar } from '../calendar.ts'
import type { FreeDay } from '../rules/free-day.ts'
import { type Filter, offeredTimes } from '../rules/offered-times.ts'
import type { TreatmentRule } from '../rules/rules.ts'
import { isPossible, monthsAhead } from './days-ahead.ts'
import { treatmentsFor } from './filter.ts'

/** Returns the next free times that a patient asks for, up to the horizon, the soonest first: three of one treatment,
 *  or the first of each of several. With `reason`, only those of the treatments for it. */
export async function soonTimes(
  calendar: Calendar,
  { reason, ...filter }: Filter & { reason?: VisitReason | undefined },
): Promise<SoonTime[]> {
  const rules = await calendar.rules()
  const wanted = treatmentsFor(rules, filter).filter(({ reasons }) => reason === undefined || reasons.includes(reason))
  const perTreatment = wanted.length === 1 ? maxSoon : 1
  const found: Found = new Map()
  const missing = () => wanted.filter(({ id }) => (found.get(id)?.length ?? 0) < perTreatment)
  for (const dates of monthsAhead(rules, await calendar.today(), calendar.clock())) {
    if (!isPossible(rules, missing(), dates, filter)) continue
    for (const day of await calendar.days(dates)) {
      addTimesOf(day, missing(), { filter, perTreatment, found })
      if (missing().length === 0) return inOrder(found)
    }
  }
  return inOrder(found)
}

/** The times of each treatment, with their instants in ms. */
type Found = Map<string, (SoonTime & { startsAt: number })[]>
type Search = { filter: Filter; perTreatment: number; found: Found }

function addTimesOf(day: FreeDay, missing: readonly TreatmentRule[], { filter, perTreatment, found }: Search) {
  const date = formatMediumDate(day.overview.date)
  const ids = new Set(missing.map(({ id }) => id))
  for (const { treatment, times } of offeredTimes(day.plan, day.free, filter)) {
    if (!ids.has(treatment.id)) continue
    const known = found.get(treatment.id) ?? []
    const soonest = times.toSorted(bySoonest).slice(0, perTreatment - known.length)
    const added = soonest.map(({ slot, startsAt }) => ({ treatmentId: treatment.id, date, slot, startsAt }))
    found.set(treatment.id, [...known, ...added])
  }
}

/** At the same time, the treatments are in the clinic's order. */
function inOrder(found: Found): SoonTime[] {
  const all = [...found.values()].flat().sort(bySoonest)
  return all.map(({ startsAt: _, ...time }) => time)
}

const bySoonest = (a: { startsAt: number }, b: { startsAt: number }) => a.startsAt - b.startsAt
