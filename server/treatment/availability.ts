import { LRUCache } from 'lru-cache'
import { toDollars } from '#contract/kit/money.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import type { Treatment } from '#contract/treatment.ts'
import type { Db, Listen } from '#server/database/db.ts'
import { type BookingWindow, openSlots, slotStart } from './opening.ts'
import { listTreatmentsAndTaken } from './store.ts'

/** A cached response body, and the time (Unix, ms) until which it is valid. */
type Entry = { json: string; validUntil: number }

/** Returns the treatments with their free slots on `date`. Slots that have begun by `now` or are beyond the horizon are not free. */
export async function findAvailable(db: Db, date: IsoDate, now: Date, window: BookingWindow): Promise<Treatment[]> {
  const treatments = await listTreatmentsAndTaken(db, date)
  return treatments.map(({ id, name, price, slots, taken }) => ({
    _id: id,
    name,
    price: toDollars(price),
    slots: openSlots(
      slots.filter((slot) => !taken?.includes(slot)),
      date,
      now,
      window,
    ),
  }))
}

type Deps = {
  listen: Listen
  /** Queries the database: `findAvailable`. */
  find: (date: IsoDate, now: Date) => Promise<Treatment[]>
  timeZone: string
  clock: () => Date
}

/** Caches `find` by day. An entry is invalidated when a booking on its day is committed on any instance and when one of its slots begins.
 *  While the connection that listens for changes is lost, nothing is cached (docs/decisions/0005). */
export async function openAvailability({ listen, find, timeZone, clock }: Deps) {
  const cache = new LRUCache<IsoDate, Entry>({ max: 1_000 })
  const pending = new Map<IsoDate, Promise<string>>()
  let connected = false

  const invalidate = (date: IsoDate) => {
    cache.delete(date)
    pending.delete(date)
  }
  const invalidateAll = () => {
    cache.clear()
    pending.clear()
  }

  const stopListening = await listen(
    { booking_changed: (date) => invalidate(date as IsoDate), treatment_changed: invalidateAll },
    (state) => {
      connected = state
      invalidateAll()
    },
  )

  const read = async (date: IsoDate): Promise<Entry> => {
    const available = await find(date, clock())
    return { json: JSON.stringify(available), validUntil: firstSlotStart(date, available, timeZone) }
  }

  // A read can start before a change and end after it. It is cached only if its day was not invalidated meanwhile.
  const readAndCache = (date: IsoDate): Promise<string> => {
    const started = read(date).then((entry) => {
      if (connected && pending.get(date) === started) cache.set(date, entry)
      return entry.json
    })
    pending.set(date, started)
    started.catch(() => {}).finally(() => pending.get(date) === started && pending.delete(date))
    return started
  }

  return {
    /** Returns the treatments with their free slots on `date`, as JSON: a string if cached, else a promise. */
    get: (date: IsoDate): string | Promise<string> => {
      const entry = cache.get(date)
      if (entry && entry.validUntil > clock().getTime()) return entry.json
      if (!connected) return read(date).then(({ json }) => json)
      return pending.get(date) ?? readAndCache(date)
    },
    /** Drops a day from the cache. Call it after committing a change to the bookings of that day. */
    invalidate,
    close: stopListening,
  }
}
export type Availability = Awaited<ReturnType<typeof openAvailability>>

/** Returns the start (Unix, ms) of the first free slot, at which the list changes; infinity if there is none. */
function firstSlotStart(date: IsoDate, available: Treatment[], timeZone: string): number {
  const [first] = available.flatMap(({ slots }) => slots).sort((a, b) => slotStartMinutes(a) - slotStartMinutes(b))
  return first ? slotStart(date, first, timeZone).getTime() : Number.POSITIVE_INFINITY
}
