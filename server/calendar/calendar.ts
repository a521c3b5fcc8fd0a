import { toDollars } from '#contract/kit/money.ts'
import { addDays, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { AvailableDoctor, Treatment } from '#contract/treatment.ts'
import type { Db, Listen } from '#server/database/db.ts'
import { isOutOfReach } from '#server/database/pool/failure.ts'
import { type Outage, openOutage } from './outage.ts'
import { timesFor } from './public/filter.ts'
import { type FirstFree, type FirstFreeSearch, findFirstFree } from './public/first-free.ts'
import { openReadCache } from './read-cache.ts'
import { dayClock } from './rules/day-clock.ts'
import { type DayOverview, overviewOf } from './rules/day-overview.ts'
import { type Busy, earliestStart, freeTimes } from './rules/free-times.ts'
import { type BookableTime, type DayPlan, planDay, type TreatmentTimes } from './rules/plan.ts'
import type { DoctorRule, Rules } from './rules/rules.ts'
import { listBusy, readRules } from './store.ts'

/** The free times of a day, as read at one moment. */
export type FreeDay = {
  overview: DayOverview
  treatments: readonly TreatmentTimes[]
  /** Those who work at the clinic. */
  doctors: readonly DoctorRule[]
}

/** A cached day. `json` is made when it is first needed. The day changes by itself at `validUntil` (Unix, ms): when its
 *  first free time can no longer be booked, or at the clinic's midnight. */
type CachedDay = FreeDay & { json?: string; validUntil: number }

/** The queries. `listBusy` takes instants (Unix, ms). */
type Queries = { readRules: () => Promise<Rules>; listBusy: (from: number, until: number) => Promise<Busy[]> }

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
    { outage, isEnabled, isValid },
  )
  const firstFree = openReadCache<'first', FirstFreeSearch>(
    async () => new Map([['first', await findFirstFree(await rules.get('rules'), clock(), days.get)]]),
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
      const day = await days.get(date)
      return doctor ? toJson(timesFor(day.treatments, { doctor })) : jsonOf(day)
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
    availableDoctors: async (date: IsoDate, treatmentId: string): Promise<AvailableDoctor[]> => {
      const { treatments, doctors } = await days.get(date)
      const times = treatments.find(({ treatment }) => treatment.id === treatmentId)?.times ?? []
      return doctors
        .map(({ id, name, img }) => ({ _id: id, name, img, slots: slotsOf(times, id) }))
        .filter(({ slots }) => slots.length > 0)
        .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    },
    /** Drops a day from the cache. Call it after committing a change to the bookings of that day. */
    invalidate,
    /** Drops everything. Call it after committing a change of the rules. */
    invalidateAll,
    close: stopListening,
  }
}
export type Calendar = Awaited<ReturnType<typeof openCalendar>>

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
  const from = Math.min(...plans.map(({ startsAt }) => startsAt))
  const until = Math.max(...plans.map(({ endsAt }) => endsAt))
  const bookings = await queries.listBusy(from, until)
  const now = clock()
  const midnight = dayClock(addDays(clinicToday(now, rules.timeZone), 1), rules.timeZone).startsAt
  const toDay = (plan: DayPlan): CachedDay => {
    const ofDay = bookings.filter(({ from, until }) => from < plan.endsAt && until > plan.startsAt)
    const treatments = freeTimes(plan, rules, ofDay, now)
    const overview = overviewOf(plan, rules, treatments, now)
    // A full day is over when its last time begins.
    const changing = overview.state === 'full' ? plan.treatments : treatments
    return {
      overview,
      treatments,
      doctors: rules.doctors,
      validUntil: Math.min(midnight, nextChange(changing, rules, now)),
    }
  }
  return new Map(plans.map((plan) => [plan.date, toDay(plan)]))
}

function slotsOf(times: readonly BookableTime[], doctor: string): string[] {
  return times.filter(({ doctors }) => doctors.includes(doctor)).map(({ slot }) => slot)
}

function jsonOf(day: CachedDay): string {
  day.json ??= toJson(day.treatments)
  return day.json
}

function toJson(treatments: readonly TreatmentTimes[]): string {
  const available: Treatment[] = treatments.map(({ treatment: { id, name, priceCents, category }, times }) => ({
    _id: id,
    name,
    slots: times.map(({ slot }) => slot),
    price: toDollars(priceCents),
    ...(category && { category }),
  }))
  return JSON.stringify(available)
}

/** Returns the time (Unix, ms) from which the next of these times can no longer be booked; infinity if there is
 *  none. */
function nextChange(treatments: readonly TreatmentTimes[], rules: Rules, now: Date): number {
  const earliest = earliestStart(rules, now)
  const starts = treatments.map(
    ({ times }) => times.find(({ startsAt }) => startsAt > earliest)?.startsAt ?? Number.POSITIVE_INFINITY,
  )
  return Math.min(...starts) - rules.policy.noticeMinutes * 60_000
}
