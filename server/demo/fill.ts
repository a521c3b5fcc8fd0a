import { v7 as uuid } from 'uuid'
import type { Demo } from '#contract/demo.ts'
import { deskMethods } from '#contract/desk/payment.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { addDays, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { datePaid, insertBookings, type SeedBooking } from '#server/booking/store.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'
import { listBusy, readRulesIn } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import { lockRules } from '#server/database/pool/rules-lock.ts'
import { transact } from '#server/database/pool/transact.ts'
import { insertPayment } from '#server/payment/payment-store.ts'
import { insertTillClose, readOpenDays } from '#server/payment/till/store.ts'
import { expectedIn } from '#server/payment/till/till.ts'
import { updateRecalls } from '#server/recall/due-store.ts'
import { upsertEntry } from '#server/waiting-list/join-store.ts'
import { inventPeople, type Person } from './people.ts'
import { bookedAt, groupPeople, misplaceOne, planEarlierVisits, planWeeks } from './plan.ts'
import { countInvented, insertInvented, listRecallMonths, lockDemo, publishAgain } from './store.ts'
import { marked, paymentsFor } from './what-became.ts'

export type FillRefusal = 'demo-filled' | 'no-times'

/** The desk that took the money. example.com is reserved (RFC 2606). */
const desk = 'desk@example.com'
const daysBack = 7
const day = 86_400_000

/** Fills the clinic with invented patients, their appointments of two weeks, what they have paid, and a waiting list
 *  (docs/decisions/0117). Records it in the audit trail. */
export function fillDemo(db: Db, now: Date, record: RecordAudit): Promise<Outcome<{ demo: Demo }, FillRefusal>> {
  return transact(db, async (tx): Promise<Outcome<{ demo: Demo }, FillRefusal>> => {
    await lockRules(tx)
    await lockDemo(tx)
    if ((await countInvented(tx)) > 0) return refused('demo-filled')
    const rules = await readRulesIn(tx)
    const date = clinicToday(now, rules.timeZone)
    const people = inventPeople(date)
    const { startsAt } = dayClock(date, rules.timeZone)
    const given = {
      ...{ rules, date, now, people },
      taken: await listBusy(tx, startsAt - (daysBack + 1) * day, startsAt + (daysBack + 2) * day),
      recallMonths: await listRecallMonths(
        tx,
        rules.treatments.map(({ id }) => id),
      ),
    }
    const planned = misplaceOne(planWeeks(given), rules, date)
    if (planned.length === 0) return refused('no-times')
    await insertInvented(tx, people, new Date(now.getTime() - 400 * day))
    const bookings = await addBookings(tx, [...planEarlierVisits(given), ...planned], date, now)
    const payments = await addPayments(tx, bookings)
    await closePastDays(tx, bookings, date)
    await addWaiting(tx, bookings, { people, date, now })
    await publishAgain(tx)
    await updateRecalls(tx, { today: date, timeZone: rules.timeZone })
    const demo = { patients: people.length, appointments: bookings.length, payments }
    await record(tx, 'fill-demo', `${demo.patients} invented patients and ${demo.appointments} appointments`)
    return { ok: true, demo }
  })
}

/** Adds appointments with what became of them. Returns those that were added. */
async function addBookings(tx: Db, planned: readonly SeedBooking[], date: IsoDate, now: Date): Promise<SeedBooking[]> {
  const bookings = marked(planned, date, now).map((each, n) => ({ ...each, createdAt: bookedAt(each, n, now) }))
  const inserted = new Set(await insertBookings(tx, bookings))
  return bookings.filter(({ id }) => inserted.has(id))
}

/** Returns the number of payments. */
async function addPayments(tx: Db, bookings: readonly SeedBooking[]): Promise<number> {
  const payments = paymentsFor(bookings)
  for (const paid of payments) await insertPayment(tx, { id: uuid(), takenBy: desk, ...paid })
  await datePaid(
    tx,
    payments.map(({ bookingId }) => bookingId),
  )
  return payments.length
}

/** Closes the days of the till until the day before yesterday, as a desk does. */
async function closePastDays(tx: Db, bookings: readonly SeedBooking[], date: IsoDate): Promise<void> {
  const open = await readOpenDays(tx, { lock: true })
  const past = [...new Set(bookings.map((each) => each.date))].filter((each) => each < addDays(date, -1))
  const before = addDays(date, -daysBack - 1)
  const dates = [...new Set([before, ...past.filter((each) => each > before)])].sort()
  let { firstDay } = open
  for (const each of dates.filter((one) => one >= open.firstDay && one <= open.today)) {
    const days = { firstDay, date: each }
    const expected = await expectedIn(tx, days)
    const counted = Object.fromEntries(deskMethods.map((method) => [method, expected[method] ?? 0]))
    await insertTillClose(tx, { ...days, expected, counted, difference: 0, closedBy: desk })
    firstDay = addDays(each, 1)
  }
}

/** Lets two patients wait for an earlier time than the one that they have, and one for any. */
async function addWaiting(
  tx: Db,
  bookings: readonly SeedBooking[],
  { people, date, now }: { people: readonly Person[]; date: IsoDate; now: Date },
): Promise<void> {
  const ahead = bookings.filter((each) => each.date > addDays(date, 2)).slice(-2)
  const [first] = groupPeople(people).due
  const waiting = [
    ...ahead.map(({ id, patient, treatment, date: lastDay }) => ({ bookingId: id, patient, treatment, lastDay })),
    ...bookings
      .slice(-1)
      .flatMap(({ treatment }) =>
        first ? [{ bookingId: null, patient: first, treatment, lastDay: addDays(date, 14) }] : [],
      ),
  ]
  for (const [n, { bookingId, patient, treatment, lastDay }] of waiting.entries())
    await upsertEntry(tx, {
      ...{ id: uuid(), patientId: patient.id, treatmentId: treatment.id, bookingId, lastDay, addedBy: desk },
      ...{ weekdays: [1, 2, 3, 4, 5, 6], fromMinutes: 8 * 60, untilMinutes: 18 * 60 },
      createdAt: new Date(now.getTime() - (n + 1) * 5 * 3_600_000),
    })
}
