import { eq, isNotNull, sql } from 'drizzle-orm'
import { type BookingWithDoctor, cancelBooking, findAnyBooking } from '#server/booking/store.ts'
import { calendarQueries } from '#server/calendar/caches.ts'
import { type Calendar, openCalendar } from '#server/calendar/calendar.ts'
import type { Database, Db } from '#server/database/db.ts'
import { mail } from '#server/database/schema/mail.ts'
import { waitingEntry, waitingOffer } from '#server/database/schema/waiting.ts'
import { pseudoRandom } from '#server/demo/plan-day.ts'
import { takeOffer } from '#server/waiting-list/taking/take-offer.ts'
import { findOffer } from '#server/waiting-list/taking/taken-offer-store.ts'
import { bookFirstFree, fillClinic, isTakenAgain, listUpcoming, medianDays, waitFor } from './clinic.ts'
import { killInRound, offerAt } from './worker.ts'

/** What a simulation found. `freed`: cancelled times until its end. `lost`: offers without an
 *  email, or emails without an offer. `twice`: times that a patient was offered again. `afterEnd`: offers to those who
 *  no longer waited. */
export type Found = {
  freed: number
  takenAgain: number
  moved: number
  medianDaysGained: number
  offers: number
  lost: number
  twice: number
  afterEnd: number
  kills: number
}

/** `databaseUrl`: where processes that are killed reach the database; without, none is. */
type Options = { days: number; seed: number; withList: boolean; databaseUrl?: string | undefined }

const start = new Date('2030-01-07T05:00:00Z')
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const cancelledShare = 0.08
const joinsShare = 0.4
const pressesShare = 0.5
const newcomersADay = 12

type Run = {
  db: Db
  calendar: Calendar
  random: () => number
  clock: { now: Date }
  presses: { at: number; offerId: string }[]
  known: Set<string>
  gained: number[]
  afterEnd: number
}

/** Simulates some days of the busy clinic from a Monday on, hour by hour. Of the appointments 8 % are cancelled, some
 *  weeks and some hours before; newcomers book the first free time; with the list, those who have to wait for more than
 *  three days join it, and half of those who get an offer press its link within five hours. A process that offers times
 *  is killed each day. */
export async function simulateQuarter(database: Database, options: Options): Promise<Found> {
  const { db, listen } = database
  const { days, seed, withList, databaseUrl } = options
  const clock = { now: start }
  await fillClinic(db, start)
  const calendar = await openCalendar({ listen, queries: calendarQueries(db), clock: () => clock.now })
  // Two of them, so that the list changes nothing about who cancels and comes.
  const [chance, random] = [pseudoRandom(seed), pseudoRandom(seed + 1)]
  const run: Run = { db, calendar, random, clock, presses: [], known: new Set(), gained: [], afterEnd: 0 }
  const end = +start + days * dayMs
  // Those who are there later concern nobody yet.
  const upcoming = (await listUpcoming(db, start)).filter(({ startsAt }) => +startsAt < end + 14 * dayMs)
  const cancellations = upcoming.flatMap((one) => {
    const [isCancelled, lead] = [chance() < cancelledShare, 2 * hourMs + chance() ** 2 * 14 * dayMs]
    return isCancelled ? [{ one, at: Math.max(+start + 8 * hourMs, +one.startsAt - lead) }] : []
  })
  if (withList) await joinList(run, upcoming, new Set(cancellations.map(({ one }) => one.id)))
  let kills = 0
  for (let hour = 0; hour < days * 24; hour += 1) {
    clock.now = new Date(+start + hour * hourMs)
    if (hour % 24 < 8 || hour % 24 > 19) continue
    await cancelDue(run, cancellations)
    for (let n = 0; n < newcomersADay / 12; n += 1) await bookFirstFree(db, calendar, chance)
    if (!withList) continue
    await pressDue(run)
    if (hour % 24 === 12 && databaseUrl) {
      await killInRound({ databaseUrl, now: clock.now, afterMs: Math.floor(random() * 150) })
      kills += 1
    }
    await offer(run)
  }
  const freed = cancellations.map(({ one }) => one).filter(({ startsAt }) => +startsAt < end)
  const again = await Promise.all(freed.map((one) => isTakenAgain(db, one)))
  await calendar.close()
  return {
    freed: freed.length,
    takenAgain: again.filter(Boolean).length,
    moved: run.gained.length,
    medianDaysGained: medianDays(run.gained),
    ...(await countOffers(db)),
    ...{ afterEnd: run.afterEnd, kills },
  }
}

async function joinList({ db, calendar, random }: Run, upcoming: BookingWithDoctor[], leaving: ReadonlySet<string>) {
  const joined = new Set<string>()
  for (const one of upcoming) {
    const key = `${one.patientId} ${one.treatmentId}`
    const waitsLong = +one.startsAt > +start + 3 * dayMs
    if (random() > joinsShare || !waitsLong || joined.has(key) || leaving.has(one.id)) continue
    joined.add(key)
    await waitFor(db, calendar, one, random)
  }
  await offerAt(db, start)
}

async function cancelDue({ db, calendar, clock }: Run, cancellations: { one: BookingWithDoctor; at: number }[]) {
  for (const { one, at } of cancellations) {
    if (at > +clock.now || at <= +clock.now - hourMs * 13) continue
    const current = await findAnyBooking(db, one.id)
    if (current?.status !== 'booked' || current.startsAt <= clock.now) continue
    await cancelBooking(db, one.id)
    calendar.invalidate(one.date)
  }
}

/** Presses the links whose time has come. */
async function pressDue(run: Run) {
  const { db, calendar, clock, gained } = run
  const due = run.presses.filter(({ at }) => at <= +clock.now)
  run.presses = run.presses.filter(({ at }) => at > +clock.now)
  for (const { offerId } of due) {
    const found = await findOffer(db, offerId)
    const former = found?.entry.bookingId && (await findAnyBooking(db, found.entry.bookingId))
    if (!found || !former) continue
    const taken = await takeOffer({ db, calendar }, found, undefined, { userId: 'x', actor: 'x', ip: '192.0.2.1' })
    if (taken.ok && taken.booking) gained.push(+former.startsAt - +taken.booking.startsAt)
  }
}

/** Offers what is free, and decides who presses the link, and when. */
async function offer(run: Run) {
  const { db, clock, random, known, presses } = run
  const ended = await db.select({ id: waitingEntry.id }).from(waitingEntry).where(isNotNull(waitingEntry.endedAt))
  const hadEnded = new Set(ended.map(({ id }) => id))
  await offerAt(db, clock.now)
  const offers = await db
    .select({ id: waitingOffer.id, entryId: waitingOffer.entryId })
    .from(waitingOffer)
    .where(eq(waitingOffer.sentAt, clock.now))
  for (const { id, entryId } of offers) {
    if (known.has(id)) continue
    known.add(id)
    if (hadEnded.has(entryId)) run.afterEnd += 1
    if (random() < pressesShare) presses.push({ offerId: id, at: +clock.now + (0.2 + 5 * random()) * hourMs })
  }
}

async function countOffers(db: Db) {
  const offers = await db
    .select({
      id: waitingOffer.id,
      patientId: waitingOffer.patientId,
      startsAt: waitingOffer.startsAt,
      treatmentId: waitingOffer.treatmentId,
    })
    .from(waitingOffer)
  const mails = await db
    .select({ offerId: sql<string>`${mail.details} -> 'offer' ->> 'id'` })
    .from(mail)
    .where(eq(mail.kind, 'waiting-offer'))
  const mailed = Map.groupBy(mails, ({ offerId }) => offerId)
  const withoutMail = offers.filter(({ id }) => mailed.get(id)?.length !== 1).length
  const times = new Set(offers.map((each) => `${each.patientId} ${each.treatmentId} ${+each.startsAt}`))
  return {
    offers: offers.length,
    lost: withoutMail + Math.max(0, mailed.size - offers.length),
    twice: offers.length - times.size,
  }
}
