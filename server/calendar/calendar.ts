import { toDollars } from '#contract/kit/money.ts'
import { addDays, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { AvailableDoctor, Treatment } from '#contract/treatment.ts'
import type { Db, Listen } from '#server/database/db.ts'
import { openReadCache } from './read-cache.ts'
import { dayClock } from './rules/day-clock.ts'
import { type Busy, freeTimes } from './rules/free-times.ts'
import { type BookableTime, planDay, type TreatmentTimes } from './rules/plan.ts'
import type { DoctorRule, Rules } from './rules/rules.ts'
import { listBusy, readRules } from './store.ts'

/** The free times of a day, as read at one moment, and the time (Unix, ms) from which they are outdated. */
type FreeDay = { treatments: TreatmentTimes[]; doctors: readonly DoctorRule[]; json: string; validUntil: number }

/** The queries. `listBusy` takes instants (Unix, ms). */
type Queries = { readRules: () => Promise<Rules>; listBusy: (from: number, until: number) => Promise<Busy[]> }

type Deps = { listen: Listen; queries: Queries; clock: () => Date }

/** Returns the queries on `db`. */
export function calendarQueries(db: Db, timeZone: string): Queries {
  return { readRules: () => readRules(db, timeZone), listBusy: (from, until) => listBusy(db, from, until) }
}

/** Caches the rules and the free times of days. A day is dropped when a booking on it is committed on any instance and when one of its
 *  times begins; all are dropped when a rule changes. While the connection that listens for changes is lost, nothing is cached
 *  (docs/decisions/0005). */
export async function openCalendar({ listen, queries, clock }: Deps) {
  let connected = false
  const isEnabled = () => connected
  const rules = openReadCache<'rules', Rules>(queries.readRules, { isEnabled })
  const days = openReadCache<IsoDate, FreeDay>(async (date) => readDay(date, await rules.get('rules')), {
    isEnabled,
    isValid: ({ validUntil }) => validUntil > clock().getTime(),
  })

  const readDay = async (date: IsoDate, known: Rules): Promise<FreeDay> => {
    const plan = planDay(known, date)
    const bookings = await queries.listBusy(plan.startsAt, plan.endsAt)
    const now = clock()
    const treatments = freeTimes(plan, known, bookings, now)
    const json = toJson(treatments)
    return { treatments, doctors: known.doctors, json, validUntil: validUntil(treatments, known, now) }
  }
  const invalidateAll = () => {
    rules.clear()
    days.clear()
  }

  const stopListening = await listen(
    { booking_changed: (date) => days.drop(date as IsoDate), rules_changed: invalidateAll },
    (state) => {
      connected = state
      invalidateAll()
    },
  )

  return {
    rules: () => rules.get('rules'),
    /** Returns the treatments with their free slots on `date`, as JSON: a string if cached, else a promise. With `doctor`, only the slots at
     *  which that doctor is free. */
    available: (date: IsoDate, doctor?: string): string | Promise<string> => {
      const day = days.get(date)
      if (doctor) return Promise.resolve(day).then(({ treatments }) => toJson(withDoctor(treatments, doctor)))
      return day instanceof Promise ? day.then(({ json }) => json) : day.json
    },
    /** Returns the doctors who are free for a treatment on `date`, by name, with their free slots. Their pictures have stored URLs. */
    availableDoctors: async (date: IsoDate, treatmentId: string): Promise<AvailableDoctor[]> => {
      const { treatments, doctors } = await days.get(date)
      const times = treatments.find(({ treatment }) => treatment.id === treatmentId)?.times ?? []
      return doctors
        .map(({ id, name, img }) => ({ _id: id, name, img, slots: slotsOf(times, id) }))
        .filter(({ slots }) => slots.length > 0)
        .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    },
    /** Drops a day from the cache. Call it after committing a change to the bookings of that day. */
    invalidate: days.drop,
    /** Drops everything. Call it after committing a change of the rules. */
    invalidateAll,
    close: stopListening,
  }
}
export type Calendar = Awaited<ReturnType<typeof openCalendar>>

function withDoctor(treatments: TreatmentTimes[], doctor: string): TreatmentTimes[] {
  return treatments.map(({ treatment, times }) => ({
    treatment,
    times: times.filter(({ doctors }) => doctors.includes(doctor)),
  }))
}

function slotsOf(times: readonly BookableTime[], doctor: string): string[] {
  return times.filter(({ doctors }) => doctors.includes(doctor)).map(({ slot }) => slot)
}

function toJson(treatments: TreatmentTimes[]): string {
  const available: Treatment[] = treatments.map(({ treatment: { id, name, price }, times }) => ({
    _id: id,
    name,
    slots: times.map(({ slot }) => slot),
    price: toDollars(price),
  }))
  return JSON.stringify(available)
}

/** Returns the time at which the free times change by themselves: when the first can no longer be booked, or at the clinic's midnight. */
function validUntil(treatments: TreatmentTimes[], { timeZone, policy }: Rules, now: Date): number {
  const starts = treatments.flatMap(({ times }) => times.slice(0, 1).map(({ startsAt }) => startsAt))
  const tomorrow = addDays(clinicToday(now, timeZone), 1)
  return Math.min(
    dayClock(tomorrow, timeZone).startsAt,
    ...starts.map((start) => start - policy.noticeMinutes * 60_000),
  )
}
