import type { VisitReason } from '#contract/calendar/visit-reason.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { maxSoon, type SoonTime } from '#contract/soon.ts'
import type { Calendar } from '../calendar.ts'
import type { FreeDay } from '../rules/free-day.ts'
import { type Filter, type FreeTime, offeredTimes } from '../rules/offered-times.ts'
import type { Rules, TreatmentRule } from '../rules/rules.ts'
import { isPossible, monthsAhead } from './days-ahead.ts'
import { treatmentsFor } from './filter.ts'
import { nextTimesOfDay } from './next-times-of-day.ts'

/** What a patient asks for. With `reason`, only the treatments for it. From `date` on, or today's. */
type Asked = Filter & { reason?: VisitReason | undefined; date?: IsoDate | undefined }

/** Returns the next free times that a patient asks for, up to the horizon, the soonest first: three of one treatment,
 *  the first of each that helps for a reason, or else three of any treatment. */
export async function soonTimes(calendar: Calendar, { reason, date, ...filter }: Asked): Promise<SoonTime[]> {
  const rules = await calendar.rules()
  const helping = ({ reasons }: TreatmentRule) => reason === undefined || reasons.includes(reason)
  const wanted = treatmentsFor(rules, filter).filter(helping)
  const isForAny = wanted.length > 1 && reason === undefined
  // Where several help, each has one, also if the dentist performs only one of them.
  const isOnly = wanted.length === 1 && (reason === undefined || treatmentsFor(rules, {}).filter(helping).length === 1)
  const search = isForAny ? searchForAny(wanted, filter) : searchForEach(wanted, filter, isOnly ? maxSoon : 1)
  for (const dates of monthsAhead(rules, date ?? (await calendar.today()), calendar.clock())) {
    if (await isEnough(calendar, rules, { search, dates, filter })) break
  }
  const priceOf = ({ treatmentId }: Found) => wanted.find(({ id }) => id === treatmentId)?.priceCents ?? 0
  return search
    .found()
    .toSorted((a, b) => bySoonest(a, b) || priceOf(a) - priceOf(b))
    .map(toResponse)
}

type Found = FreeTime & { treatmentId: string; date: IsoDate }

interface Search {
  /** The treatments of which times are missing; none if enough were found. */
  missing: () => readonly TreatmentRule[]
  /** Adds the times of a day, of the treatments that are missing. */
  add: (day: FreeDay) => void
  found: () => readonly Found[]
}

/** Searches a month. */
async function isEnough(
  calendar: Calendar,
  rules: Rules,
  { search, dates, filter }: { search: Search; dates: readonly IsoDate[]; filter: Filter },
): Promise<boolean> {
  if (!isPossible(rules, search.missing(), dates, filter)) return search.missing().length === 0
  for (const day of await calendar.days(dates)) {
    search.add(day)
    if (search.missing().length === 0) return true
  }
  return false
}

/** Finds the next times of each treatment. */
function searchForEach(wanted: readonly TreatmentRule[], filter: Filter, perTreatment: number): Search {
  const found = new Map<string, Found[]>()
  const missing = () => wanted.filter(({ id }) => (found.get(id)?.length ?? 0) < perTreatment)
  return {
    missing,
    found: () => [...found.values()].flat(),
    add: (day) => {
      const ids = new Set(missing().map(({ id }) => id))
      for (const { treatment, times } of offeredTimes(day.plan, day.free, filter)) {
        if (!ids.has(treatment.id)) continue
        const known = found.get(treatment.id) ?? []
        const soonest = times.toSorted(bySoonest).slice(0, perTreatment - known.length)
        found.set(treatment.id, [...known, ...soonest.map((time) => toFound(treatment, day, time))])
      }
    },
  }
}

/** Finds later and later times, of other treatments where there are any. */
function searchForAny(wanted: readonly TreatmentRule[], filter: Filter): Search {
  const ids = new Set(wanted.map(({ id }) => id))
  const found: Found[] = []
  return {
    missing: () => (found.length < maxSoon ? wanted : []),
    found: () => found,
    add: (day) => {
      const offered = offeredTimes(day.plan, day.free, filter).filter(({ treatment }) => ids.has(treatment.id))
      const known = new Set(found.map(({ treatmentId }) => treatmentId))
      for (const { treatment, time } of nextTimesOfDay(offered, known, maxSoon - found.length))
        found.push(toFound(treatment, day, time))
    },
  }
}

const toFound = ({ id }: TreatmentRule, { overview }: FreeDay, time: FreeTime): Found => ({
  ...time,
  treatmentId: id,
  date: overview.date,
})

const toResponse = ({ treatmentId, date, slot, doctors }: Found): SoonTime => ({
  treatmentId,
  date: formatMediumDate(date),
  slot,
  doctorIds: [...doctors],
})

const bySoonest = (a: { startsAt: number }, b: { startsAt: number }) => a.startsAt - b.startsAt
