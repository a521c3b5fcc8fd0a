import { toDollars } from '#contract/kit/money.ts'
import { addDays, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { AvailableDoctor, Treatment } from '#contract/treatment.ts'
import type { Db, Listen } from '#server/database/db.ts'
import { isOutOfReach } from '#server/database/pool/failure.ts'
import { type Outage, openOutage } from './outage.ts'
import { type FirstFree, type FirstFreeSearch, findFirstFree } from './public/first-free.ts'
import { openReadCache, type ReadCache } from './read-cache.ts'
import { dayClock } from './rules/day-clock.ts'
import { overviewOf } from './rules/day-overview.ts'
import type { FreeDay } from './rules/free-day.ts'
import { type Busy, earliestStart, type FreeTimes, freeTimes } from './rules/free-times.ts'
import type { Found, Offer, Wish } from './rules/offer.ts'
import { allTimes, offeredSlots } from './rules/offered-times.ts'
import { isTaken, placeTightly } from './rules/place-tightly.ts'
import { type DayPlan, planDay } from './rules/plan.ts'
import type { Rules } from './rules/rules.ts'
import { listBusy, readRules } from './store.ts'

/** A cached day. It changes by itself at `validUntil` (Unix, ms): when its first free time can no longer be booked, or
 *  at the clinic's midnight. */
type CachedDay = FreeDay & { validUntil: number }

/** The queries. `listBusy` takes instants (Unix, ms). */
type Queries = { readRules: () => Promise<Rules>; listBusy: (from: number, until: number) => Promise<Busy[]> }

const minute = 60_000

type Deps = { listen: Listen; queries: Queries; clock: () => Date }

/** Returns the queries on `db`. */
export function calendarQueries(db: Db): Queries {
  return { readRules: () => readRules(db), listBusy: (from, until) => listBusy(db, from, until) }
}

/** Caches the rules and the free times of days. A day is read again after a booking on it is committed on any instance
 *  and when one of its times begins; all are after a rule changes. While the connection that listens for changes is
 *  lost, every call reads, and while the database is out of reach, the last known answers stand
 *  (docs/decisions/0048). */
export async function openCalendar({ listen, queries: unobserved, clock }: Deps) {
  let connected = false
  const outage = openOutage()
  const queries = observed(unobserved, outage, () => firstFree.clear())
  const isEnabled = () => connected
  const isValid = ({ validUntil }: { validUntil: number }) => validUntil > clock().getTime()
  const rules = openReadCache<'rules', Rules>(async () => new Map([['rules', await queries.readRules()]]), {
    outage,
    isEnabled,
  })
  const days = openReadCache<IsoDate, CachedDay>(
    async (dates) => readDays(dates, await rules.get('rules'), queries, clock),
    { outage, isEnabled, isValid, sizeOf },
  )
  const dayOf = byWeek(days)
  const firstFree = openReadCache<'first', FirstFreeSearch>(
    async () => new Map([['first', await findFirstFree(await rules.get('rules'), clock(), dayOf)]]),
    { outage, isEnabled, isValid },
  )

  const invalidate = (date: IsoDate) => {
    days.drop(date)
    firstFree.clear()
  }
  const invalidateAll = () => {
    rules.clear()
    days.clear()
    firstFree.clear()
  }

  const stopListening = await listen(
    { booking_changed: (date) => invalidate(date as IsoDate), rules_changed: invalidateAll },
    (state) => {
      connected = state
      invalidateAll()
    },
  )

  return {
    clock,
    /** Returns for how many seconds the answers may be outdated, because the database is out of reach; undefined if it
     *  is not. */
    age: outage.seconds,
    rules: () => rules.get('rules'),
    /** Returns the clinic's day. */
    today: async (): Promise<IsoDate> => clinicToday(clock(), (await rules.get('rules')).timeZone),
    /** Returns the treatments with their free slots on `date`, as JSON. With `doctor`, only the slots at
     *  which that doctor is free. */
    available: async (date: IsoDate, doctor?: string): Promise<string> => {
      const day = await dayOf(date)
      return doctor ? toJson(day.plan, day.free, doctor) : jsonOf(day)
    },
    /** Returns the first free time from now on, undefined if there is none: at once if cached, else as a promise. It is
     *  searched for in the cached days, again after each change of bookings or rules. */
    firstFree: (): FirstFree | undefined | Promise<FirstFree | undefined> => {
      const search = firstFree.get('first')
      return search instanceof Promise ? search.then(({ first }) => first) : search.first
    },
    /** Returns the free times of days, in their order. One query reads all that are not cached, so the days should be
     *  near each other. */
    days: (dates: readonly IsoDate[]): Promise<FreeDay[]> => days.getMany(dates),
    /** Returns the doctors who are free for a treatment on `date`, by name, with their free slots. Their pictures have
     *  stored URLs. */
    availableDoctors: async (date: IsoDate, treatmentId: string): Promise<AvailableDoctor[]> =>
      doctorsFor(await dayOf(date), treatmentId),
    /** Returns an offer with the doctors and chairs that it suits best, of those that are free: it leaves them the
     *  fewest minutes that nobody can use. Undefined if patients are not offered that time. A day that is not cached
     *  is read only for a time off the grid. */
    placeTightly: async ({ treatmentId, date }: Wish, found: Found): Promise<Offer | undefined> => {
      const day = found.isOnGrid ? await days.known(date) : await dayOf(date)
      return day ? placeTightly(day, treatmentId, found) : found.offer
    },
    isKnownTaken: knownTaken(days),
    /** Drops a day from the cache. Call it after committing a change to the bookings of that day. */
    invalidate,
    /** Drops everything. Call it after committing a change of the rules. */
    invalidateAll,
    close: stopListening,
  }
}
export type Calendar = Awaited<ReturnType<typeof openCalendar>>

/** Returns about how many bytes a cached day takes: its bookings, its free times and the answer made of them. Days
 *  without bookings share the latter two. */
function sizeOf({ bookings, free }: CachedDay): number {
  if (bookings.length === 0) return 1_000
  const starts = free.flatMap(({ byDoctor }) => byDoctor).reduce((sum, each) => sum + each.starts.length, 0)
  return 4_000 + 150 * bookings.length + 50 * starts
}

/** Returns a function that tells whether an offer is taken, as far as it is known. */
function knownTaken(days: ReadCache<IsoDate, CachedDay>) {
  return ({ treatmentId, date }: Wish, found: Found): boolean => {
    const day = days.known(date)
    return day !== undefined && !(day instanceof Promise) && isTaken(day, treatmentId, found)
  }
}

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

function doctorsFor({ plan, free, rules }: FreeDay, treatment: string): AvailableDoctor[] {
  return rules.doctors
    .map(({ id, name, img }) => {
      const [of] = allTimes(plan, free, { treatment, doctor: id })
      return { _id: id, name, img, slots: of?.times.map(({ slot }) => slot) ?? [] }
    })
    .filter(({ slots }) => slots.length > 0)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

// By free times, which days of one kind share while nothing is booked.
const jsonByTimes = new WeakMap<FreeTimes, string>()

function jsonOf({ plan, free }: FreeDay): string {
  const json = jsonByTimes.get(free) ?? toJson(plan, free)
  jsonByTimes.set(free, json)
  return json
}

function toJson(plan: DayPlan, free: FreeTimes, doctor?: string): string {
  const available: Treatment[] = offeredSlots(plan, free, doctor).map(({ treatment, slots }) => {
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
