import { clinicToday, type IsoDate, isIsoDate } from '#contract/kit/time/clinic-date.ts'
import type { AvailableDoctor } from '#contract/treatment.ts'
import type { Database, Listen } from '#server/database/db.ts'
import { type CachedDay, openCaches, type Queries, toJson } from './caches.ts'
import { openOutage } from './outage.ts'
import type { FirstFree } from './public/first-free.ts'
import type { ReadCache } from './read-cache.ts'
import type { FreeDay } from './rules/free-day.ts'
import { onlineTimes } from './rules/free-times.ts'
import type { Found, Offer, Wish } from './rules/offer.ts'
import { allTimes } from './rules/offered-times.ts'
import { isTaken, placeTightly } from './rules/place-tightly.ts'
import type { Rules } from './rules/rules.ts'

/** What of a wish says which cached day it is about. */
type Place = Pick<Wish, 'treatmentId' | 'date'>

type Deps = {
  listen: Listen
  queries: Queries
  /** How old what the queries read may be, in seconds. */
  readAge?: Database['age']
  clock: () => Date
}

/** Caches the rules and the free times of days. A day is read again after a booking on it is committed on any instance
 *  and when one of its times begins; all are after a rule changes. While the connection that listens for changes is
 *  lost, every call reads, and while the database is out of reach, the last known answers stand
 *  (docs/decisions/0048). */
export async function openCalendar({ listen, queries, readAge, clock }: Deps) {
  let connected = false
  const outage = openOutage()
  const caches = openCaches({ outage, isEnabled: () => connected, clock, queries })
  const { rules, days, dayOf, answers, overviews, firstFree, invalidate, invalidateAll } = caches
  const stopListening = await listen(
    { booking_changed: (date) => isIsoDate(date) && invalidate(date), rules_changed: invalidateAll },
    (state) => {
      connected = state
      invalidateAll()
    },
  )

  return {
    clock,
    /** Returns for how many seconds the answers may be outdated, because the primary is out of reach; undefined if it
     *  is not. */
    age: () => larger(outage.seconds(), readAge?.()),
    /** Returns the rules; the last known ones while the database is out of reach or slow. */
    rules: () => rules.get('rules'),
    /** Returns the rules by which an appointment is made: waits for the database rather than return outdated ones.
     *  @param outdated those that the database has replaced */
    currentRules: async (outdated?: Rules): Promise<Rules> => {
      // Of many callers with the same ones, the first drops them.
      if (outdated && rules.known('rules') === outdated) invalidateAll()
      return rules.upToDate('rules')
    },
    /** Returns the clinic's day. */
    today: async (): Promise<IsoDate> => clinicToday(clock(), (await rules.get('rules')).timeZone),
    /** Returns the treatments with their free slots on `date`, as JSON. With `doctor`, only the slots at
     *  which that doctor is free. */
    available: async (date: IsoDate, doctor?: string): Promise<string> => {
      if (!doctor) return (await answers.get(date)).json
      return toJson(await dayOf(date), doctor)
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
    /** Returns the overviews of days, in their order. One query reads all that are not cached. */
    overviews: overviews.getMany,
    /** Returns the doctors who are free for a treatment on `date`, by name, with their free slots. Their pictures have
     *  stored URLs. */
    availableDoctors: async (date: IsoDate, treatmentId: string): Promise<AvailableDoctor[]> =>
      doctorsFor(await dayOf(date), treatmentId),
    /** Returns an offer with the doctors and chairs that it suits best, of those that are free: it leaves them the
     *  fewest minutes that nobody can use. Undefined if patients are not offered that time; for staff it is the offer
     *  then. A day that is not cached is read only for a patient's time off the grid. */
    placeTightly: async (
      { treatmentId, date }: Place,
      found: Found,
      { isForStaff }: { isForStaff: boolean },
    ): Promise<Offer | undefined> => {
      if (found.isOnGrid || isForStaff) {
        const day = await days.known(date)
        return (day && placeTightly(day, treatmentId, found)) ?? found.offer
      }
      const offer = placeTightly(await days.upToDate(date), treatmentId, found)
      if (offer) return offer
      // This instance may not have heard yet of what has changed.
      invalidate(date)
      return placeTightly(await days.upToDate(date), treatmentId, found)
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

/** Returns a function that tells whether an offer is taken, as far as it is known. */
function knownTaken(days: ReadCache<IsoDate, CachedDay>) {
  return ({ treatmentId, date }: Place, found: Found): boolean => {
    const day = days.known(date)
    return day !== undefined && !(day instanceof Promise) && isTaken(day, treatmentId, found)
  }
}

function doctorsFor({ plan, free, rules }: FreeDay, treatment: string): AvailableDoctor[] {
  const online = onlineTimes(rules, free)
  return rules.doctors
    .map(({ id, name, img }) => {
      const [of] = allTimes(plan, online, { treatment, doctor: id })
      return { _id: id, name, img, slots: of?.times.map(({ slot }) => slot) ?? [] }
    })
    .filter(({ slots }) => slots.length > 0)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

function larger(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other)
}
