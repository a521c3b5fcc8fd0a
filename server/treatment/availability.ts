import { LRUCache } from 'lru-cache'
import { toDollars } from '#contract/kit/money.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import type { Treatment } from '#contract/treatment.ts'
import type { Db, Listen } from '#server/database/db.ts'
import { type BookingWindow, openSlots, slotStart } from './opening.ts'
import { listTreatmentsAndTaken } from './store.ts'

/** What can be booked on a day, as JSON text ready to be sent, and the instant (ms) until which the clock leaves it true. */
type Answer = { json: string; until: number }

/** Returns the treatments with their free slots on `date`, as of `now`. Slots that can't be booked, because they have begun or are too far
 *  ahead, are not free. */
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
  /** Asks the database: `findAvailable`. */
  find: (date: IsoDate, now: Date) => Promise<Treatment[]>
  timeZone: string
  clock: () => Date
}

/** Answers `find` from memory, by day. An answer is dropped when a booking of its day is committed anywhere, when a
 *  slot in it begins, and with all others when the connection that hears of bookings is lost: until it is back, every
 *  question goes to the database (docs/decisions/0005). */
export async function openAvailability({ listen, find, timeZone, clock }: Deps) {
  const answers = new LRUCache<IsoDate, Answer>({ max: 1_000 })
  const reading = new Map<IsoDate, Promise<string>>()
  let connected = false

  const forget = (date: IsoDate) => {
    answers.delete(date)
    reading.delete(date)
  }
  const forgetAll = () => {
    answers.clear()
    reading.clear()
  }

  const stop = await listen(
    { booking_changed: (date) => forget(date as IsoDate), treatment_changed: forgetAll },
    (state) => {
      connected = state
      forgetAll()
    },
  )

  const read = async (date: IsoDate): Promise<Answer> => {
    const now = clock()
    const available = await find(date, now)
    return { json: JSON.stringify(available), until: trueUntil(date, available, timeZone) }
  }

  // A read that began before a change may end after it: it is kept only if nobody has forgotten its day meanwhile.
  const readAndKeep = (date: IsoDate): Promise<string> => {
    const started = read(date).then((answer) => {
      if (connected && reading.get(date) === started) answers.set(date, answer)
      return answer.json
    })
    reading.set(date, started)
    started.catch(() => {}).finally(() => reading.get(date) === started && reading.delete(date))
    return started
  }

  return {
    /** What can be booked on `date`, as JSON text. */
    on: (date: IsoDate): string | Promise<string> => {
      const kept = answers.get(date)
      if (kept && kept.until > clock().getTime()) return kept.json
      if (!connected) return read(date).then(({ json }) => json)
      return reading.get(date) ?? readAndKeep(date)
    },
    /** Drops what is known of a day. Whoever changes its bookings calls this once that is committed. */
    forget,
    /** Stops hearing of changes. */
    close: stop,
  }
}
export type Availability = Awaited<ReturnType<typeof openAvailability>>

// The clock changes an answer when the first of its slots begins.
function trueUntil(date: IsoDate, available: Treatment[], timeZone: string): number {
  const [first] = available.flatMap(({ slots }) => slots).sort((a, b) => slotStartMinutes(a) - slotStartMinutes(b))
  return first ? slotStart(date, first, timeZone).getTime() : Number.POSITIVE_INFINITY
}
