import { asc, eq, isNull, ne } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { booking } from '#server/database/schema/booking.ts'
import { mail } from '#server/database/schema/mail.ts'
import { freedTime, waitingEntry, waitingOffer } from '#server/database/schema/waiting.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff } from '#server/testing/calendar/staff.ts'
import { linkKeyOf } from '#server/testing/ties.ts'
import { offerFreedTimes } from '#server/waiting-list/offering/round.ts'
import { openOfferTokens } from '#server/waiting-list/taking/token.ts'

export type Person = Awaited<ReturnType<TestApp['person']>>

/** The day of freed times, a Monday, in the medium format. The clinic opens at 12:00 UTC. */
export const day = 'May 4, 2026'
export const eight = '08.00 AM - 08.30 AM'
export const nine = '09.00 AM - 09.30 AM'
export const ten = '10.00 AM - 10.30 AM'

/** Stands for the jobs that send emails. */
const jobs = { enqueue: async () => true, wake: () => {} } as unknown as Jobs

/** Opens an app with the dentist Ida and what tests of the waiting list do. `clock.now` is the current time, May 1 in
 *  the morning at first. */
export async function openTestWaiting() {
  const clock = { now: new Date('2026-05-01T12:00:00Z') }
  const server = await openTestApp({ clock: () => clock.now })
  const { app, database } = server
  const { db, executeSql } = database
  // Tests run the rounds themselves. One in the background would come between two of their steps.
  await new PgBoss({ db: { executeSql } }).deleteQueue('waiting-list')
  const staff = await openTestStaff(server)
  const ida = await staff.addDoctor('Ida', 'Teeth Cleaning')
  const cleaning = (await staff.treatments()).find(({ name }) => name === 'Teeth Cleaning')
  if (!cleaning) throw new Error('the sample treatments are missing')
  const tokens = openOfferTokens(server.secret)
  const wish = {
    ...{ treatmentId: cleaning._id, weekdays: [1, 2, 3, 4, 5], from: 480, until: 1_020, lastDay: 'May 29, 2026' },
  }
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, headers, payload })
  const join = (person: Person, more: object = {}) => post('/waiting-list', { ...wish, ...more }, person.bearer)
  const rows = rowsOf(server)
  const offer = () =>
    offerFreedTimes(
      { db, clock: () => clock.now, publicUrl: server.origin, jobs, offerTokens: tokens },
      new AbortController().signal,
    )

  return {
    ...{ server, staff, ida, clock, cleaning, wish, join, offer, ...rows },
    /** Starts again on May 1, without appointments and without anybody who waits. */
    reset: async () => {
      clock.now = new Date('2026-05-01T12:00:00Z')
      await db.delete(waitingEntry)
      await db
        .update(booking)
        .set({ status: 'cancelled', cancelledAt: clock.now })
        .where(ne(booking.status, 'cancelled'))
      await db.delete(freedTime)
      await db.delete(mail)
      // What the rules are now is known.
      await offer()
    },
    /** Books a cleaning and returns its id. */
    book: async (slot: string, { person, date = day }: { person?: Person; date?: string } = {}): Promise<string> => {
      const by = person ? Promise.resolve(person) : undefined
      const response = await staff.book({ treatment: 'Teeth Cleaning', date, slot }, by)
      if (response.statusCode !== 201) throw new Error(response.body)
      return response.json().booking._id
    },
    cancel: (id: string) =>
      db.update(booking).set({ status: 'cancelled', cancelledAt: clock.now }).where(eq(booking.id, id)),
    /** Adds a person who waits. */
    waiting: async (more: object = {}): Promise<Person> => {
      const person = await server.person()
      const response = await join(person, more)
      if (response.statusCode !== 201) throw new Error(response.body)
      return person
    },
    later: (minutes: number) => {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000)
    },
    /** Returns the token of the latest offer to a person. */
    tokenOf: async (person: Person): Promise<string> =>
      tokens.issue((await rows.offersTo(person)).at(-1)?.id ?? '', await linkKeyOf(server.database, person)),
    post: (call: '' | '/take' | '/leave', payload: object) => post(`/waiting-list/offer${call}`, payload),
    close: server.close,
  }
}
export type TestWaiting = Awaited<ReturnType<typeof openTestWaiting>>

/** Returns what tests look up. */
function rowsOf({ database: { db } }: TestApp) {
  return {
    /** Returns the offers to a person, the earliest first. */
    offersTo: ({ patientId }: Person) =>
      db
        .select()
        .from(waitingOffer)
        .where(eq(waitingOffer.patientId, patientId))
        .orderBy(asc(waitingOffer.sentAt), asc(waitingOffer.startsAt)),
    /** Returns when the appointments of a person are, those that are not cancelled. */
    timesOf: async ({ patientId }: Person): Promise<string[]> => {
      const rows = await db.select().from(booking).where(eq(booking.patientId, patientId))
      return rows.filter(({ status }) => status !== 'cancelled').map(({ date, slot }) => `${date} ${slot.slice(0, 8)}`)
    },
    /** Returns why the entries of a person ended, null for those that have not. */
    endsOf: async ({ patientId }: Person) => {
      const rows = await db.select().from(waitingEntry).where(eq(waitingEntry.patientId, patientId))
      return rows.map(({ endReason }) => endReason)
    },
    /** Counts the emails with offers that wait or were sent. */
    countMails: () => db.$count(mail, eq(mail.kind, 'waiting-offer')),
    countWaiting: () => db.$count(waitingEntry, isNull(waitingEntry.endedAt)),
  }
}
