import { toDollars } from '#contract/kit/money.ts'
import { addDays, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import type { Db } from '#server/database/db.ts'
import { isOutOfReach } from '#server/database/pool/failure.ts'
import type { Outage } from './outage.ts'
import { type FirstFreeSearch, findFirstFree } from './public/first-free.ts'
import { openReadCache, type ReadCache } from './read-cache.ts'
import { dayClock } from './rules/day-clock.ts'
import { type DayOverview, type FreeDoctors, freeDoctorsOf, overviewOf } from './rules/day-overview.ts'
import type { FreeDay } from './rules/free-day.ts'
import { type Busy, earliestStart, type FreeTimes, freeTimes, onlineTimes } from './rules/free-times.ts'
import { offeredSlots } from './rules/offered-times.ts'
import { type DayPlan, planDay } from './rules/plan.ts'
import type { Rules } from './rules/rules.ts'
import { listBusy, readRules } from './store.ts'

/** A cached day. It changes by itself at `validUntil` (Unix, ms): when its first free time can no longer be booked, or
 *  at the clinic's midnight. */
export type CachedDay = FreeDay & { validUntil: number }

/** The answer made of a day, and about how many bytes it takes. More of them are cached than of the days: they are
 *  smaller. */
type CachedAnswer = { json: string; bytes: number; validUntil: number }

/** What a month needs of a day. It is small even if the day has a thousand bookings. */
type CachedOverview = DayOverview & { freeDoctors: FreeDoctors; validUntil: number }

/** The queries. `listBusy` takes instants (Unix, ms). */
export type Queries = { readRules: () => Promise<Rules>; listBusy: (from: number, until: number) => Promise<Busy[]> }

const minute = 60_000

/** Returns the queries on `db`. */
export function calendarQueries(db: Db): Queries {
  return { readRules: () => readRules(db), listBusy: (from, until) => listBusy(db, from, until) }
}

type Deps = { outage: Outage; isEnabled: () => boolean; clock: () => Date; queries: Queries }

/** Opens the caches of a calendar: the rules, days, the answers and overviews made of days, and the first free time.
 *  While `isEnabled` returns false every call reads. */
export function openCaches({ outage, isEnabled, clock, queries: unobserved }: Deps) {
  // What was made of outdated days during the outage.
  const clearMade = () => {
    answers.clear()
    overviews.clear()
    firstFree.clear()
  }
  const queries = observed(unobserved, outage, clearMade)
  const isValid = ({ validUntil }: { validUntil: number }) => validUntil > clock().getTime()
  const rules = openReadCache<'rules', Rules>(async () => new Map([['rules', await queries.readRules()]]), {
    outage,
    isEnabled,
  })
  const days = openReadCache<IsoDate, CachedDay>(
    // A day made of outdated rules would be cached as a current one.
    async (dates) => readDays(dates, await rules.upToDate('rules'), queries, clock),
    { outage, isEnabled, isValid, sizeOf },
  )
  const dayOf = byWeek(days)
  const answers = openReadCache<IsoDate, CachedAnswer>(
    async (dates) =>
      new Map(await Promise.all(dates.map(async (date) => [date, toAnswer(await dayOf(date))] as const))),
    { outage, isEnabled, isValid, sizeOf: ({ bytes }) => bytes },
  )
  const overviews = openReadCache<IsoDate, CachedOverview>(
    async (dates) => new Map((await days.getMany(dates)).map((day) => [day.overview.date, toOverview(day)])),
    { outage, isEnabled, isValid, sizeOf: sizeOfOverview },
  )
  const firstFree = openReadCache<'first', FirstFreeSearch>(
    async () => new Map([['first', await findFirstFree(await rules.get('rules'), clock(), dayOf)]]),
    { outage, isEnabled, isValid },
  )
  return {
    rules,
    days,
    /** Returns a day, which is read with the six after it if it is not cached. */
    dayOf,
    /** The treatments with their free slots on a day, as JSON. */
    answers,
    /** What months need of days. */
    overviews,
    firstFree,
    /** Drops a day. */
    invalidate: (date: IsoDate) => {
      days.drop(date)
      answers.drop(date)
      overviews.drop(date)
      firstFree.clear()
    },
    /** Drops everything. */
    invalidateAll: () => {
      rules.clear()
      days.clear()
      clearMade()
    },
  }
}

/** Returns about how many bytes a cached day takes: its bookings and its free times. Days without bookings share the
 *  latter. */
function sizeOf({ bookings, free }: CachedDay): number {
  if (bookings.length === 0) return 1_000
  const starts = free.flatMap(({ byDoctor }) => byDoctor).reduce((sum, each) => sum + each.starts.length, 0)
  return 4_000 + 150 * bookings.length + 25 * starts
}

function toOverview({ overview, rules, free, validUntil }: CachedDay): CachedOverview {
  return { ...overview, freeDoctors: freeDoctorsOf(onlineTimes(rules, free)), validUntil }
}

const sizeOfOverview = ({ freeDoctors }: CachedOverview) =>
  [...freeDoctors.values()].reduce((sum, ids) => sum + 100 + 10 * ids.length, 500)

/** Looks a day up. One that is not known is read with the six after it: whoever looks at a day looks at the next ones
 *  too, and a query costs more than its rows. */
function byWeek(days: ReadCache<IsoDate, CachedDay>) {
  return async (date: IsoDate): Promise<CachedDay> => {
    const known = days.known(date)
    if (known) return known
    const [day] = await days.getMany(Array.from({ length: 7 }, (_, ahead) => addDays(date, ahead)))
    return day as CachedDay
  }
}

/** Begins the outage when a query fails because the database is out of reach, and ends it when one succeeds. */
function observed(queries: Queries, outage: Outage, onEnd: () => void): Queries {
  const follow = async <Rows>(reading: Promise<Rows>) => {
    try {
      const rows = await reading
      if (outage.seconds() !== undefined) {
        outage.end()
        onEnd()
      }
      return rows
    } catch (error) {
      if (isOutOfReach(error)) outage.begin()
      throw error
    }
  }
  return {
    readRules: () => follow(queries.readRules()),
    listBusy: (from, until) => follow(queries.listBusy(from, until)),
  }
}

/** Reads the free times of days. One query lists the bookings from the first to the last of them. */
async function readDays(dates: readonly IsoDate[], rules: Rules, queries: Queries, clock: () => Date) {
  const plans = dates.map((date) => planDay(rules, date))
  const from = Math.min(...plans.map(({ clock }) => clock.startsAt))
  const until = Math.max(...plans.map(({ clock }) => clock.endsAt))
  const bookings = await queries.listBusy(from, until)
  const now = clock()
  const midnight = dayClock(addDays(clinicToday(now, rules.timeZone), 1), rules.timeZone).startsAt
  const toDay = (plan: DayPlan): CachedDay => {
    const { startsAt, endsAt } = plan.clock
    const ofDay = bookings.filter(({ from, until }) => from < endsAt && until > startsAt)
    const free = freeTimes(plan, rules, ofDay, now)
    const overview = overviewOf(plan, rules, free, now)
    const validUntil = Math.min(midnight, nextChange(plan, overview.state === 'full' ? undefined : free, rules, now))
    return { overview, plan, free, bookings: ofDay, rules, validUntil }
  }
  return new Map(plans.map((plan) => [plan.date, toDay(plan)]))
}

// By free times, which days of one kind share while nothing is booked.
const jsonByTimes = new WeakMap<FreeTimes, string>()

function toAnswer(day: CachedDay): CachedAnswer {
  const { free, bookings, validUntil } = day
  const json = jsonByTimes.get(free) ?? toJson(day)
  jsonByTimes.set(free, json)
  return { json, bytes: bookings.length === 0 ? 200 : 200 + json.length, validUntil }
}

/** Returns the treatments that patients book themselves with their free slots as JSON; with `doctor`, only those at
 *  which that doctor is free. */
export function toJson({ rules, plan, free }: Pick<FreeDay, 'rules' | 'plan' | 'free'>, doctor?: string): string {
  const available: Treatment[] = offeredSlots(plan, onlineTimes(rules, free), doctor).map(({ treatment, slots }) => {
    const { id: _id, name, priceCents, category } = treatment
    return { _id, name, slots, price: toDollars(priceCents), ...(category && { category }) }
  })
  return JSON.stringify(available)
}

/** Returns the time (Unix, ms) from which the next of the free times, or of all, can no longer be booked; infinity if
 *  there is none. A full day is over when its last time begins. */
function nextChange(plan: DayPlan, free: FreeTimes | undefined, rules: Rules, now: Date): number {
  const earliest = earliestStart(plan, rules, now)
  const starts = free
    ? free.flatMap(({ byDoctor }) => byDoctor.map((each) => each.starts))
    : plan.schedules.flatMap((each) => [...each.starts.values()])
  const nexts = starts.map((each) => each.find((start) => start > earliest) ?? Number.POSITIVE_INFINITY)
  return plan.clock.startsAt + (Math.min(...nexts) - rules.policy.noticeMinutes) * minute
}
