import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { hoursBefore, openTestNotices, startsAt, type TestNotices } from '#server/appointment/testing/notices.ts'
import { cancelBooking } from '#server/booking/store.ts'
import { appointmentNotice } from '#server/database/schema/booking.ts'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { mail } from '#server/database/schema/mail.ts'
import { silenceNotices } from './notice-store.ts'
import { addDueReminders, addEarlierReminders, isReminderDue, type ReminderTimes } from './reminder-store.ts'

const longAgo = hoursBefore(1_000)
const minute = 60_000
const after = (time: Date, minutes: number) => new Date(time.getTime() + minutes * minute)
const several = { reminderHours: 168, moreReminderHours: [48, 2] }

let notices: TestNotices
beforeAll(async () => {
  notices = await openTestNotices()
})
afterAll(() => notices.database.close())
beforeEach(async () => {
  await notices.clear()
  await remind(several)
})

async function remind(times: ReminderTimes) {
  await notices.database.db.update(clinicPolicy).set(times)
}

/** Sends what is due, and returns how many reminders were sent so far. */
async function send(now: Date): Promise<number> {
  const emails = await notices.send(now)
  return emails.filter(({ kind }) => kind === 'appointment-reminder').length
}

/** Changes when the clinic reminds, as an admin at `now`, and returns how many patients get a reminder at once. */
async function change(times: ReminderTimes, now: Date, announced = true): Promise<number> {
  const { db } = notices.database
  return db.transaction(async (tx) => {
    const [former] = await tx.select().from(clinicPolicy)
    await tx.update(clinicPolicy).set(times)
    return addEarlierReminders(tx, now, { former: former ?? times, announced })
  })
}

it('sends each of several reminders once, on any number of instances', async () => {
  await notices.book(longAgo)
  const counts: number[] = []
  for (const hours of [168, 48, 2]) {
    const time = hoursBefore(hours)
    counts.push(await send(after(time, -1)))
    await Promise.all([send(time), send(time), send(time)])
    counts.push(await send(after(time, 1)))
  }
  expect(counts).toEqual([0, 1, 1, 2, 2, 3])
})

it('sends only the latest of those that are due after an outage', async () => {
  const { db } = notices.database
  await notices.book(longAgo)
  await addDueReminders(db, hoursBefore(30))
  const waiting = and(eq(appointmentNotice.kind, 'reminder'), isNull(appointmentNotice.doneAt))
  const rows = await db.select().from(appointmentNotice).where(waiting)
  expect(rows.map((row) => row.hoursBefore)).toEqual([48])
  expect(await send(hoursBefore(30))).toBe(1)
  expect(await send(hoursBefore(3))).toBe(1)
  expect(await send(hoursBefore(2))).toBe(2)
})

it('sends only the latest if an earlier one was added before the outage', async () => {
  await notices.book(longAgo)
  await addDueReminders(notices.database.db, hoursBefore(168))
  expect(await send(hoursBefore(2))).toBe(1)
  expect(await send(hoursBefore(1))).toBe(1)
})

it('sends only the last reminder to a patient who books three hours before', async () => {
  await notices.book(hoursBefore(3))
  expect(await send(after(hoursBefore(3), 1))).toBe(0)
  expect(await send(hoursBefore(2))).toBe(1)
  await notices.clear()
  await notices.book(after(hoursBefore(2), 1))
  expect(await send(hoursBefore(1))).toBe(0)
})

it('sends all of them again before the time that an appointment is moved to', async () => {
  const { id } = await notices.book(longAgo)
  for (const hours of [168, 48]) await send(hoursBefore(hours))
  await notices.move(id, '2030-06-22', longAgo)
  const later = (hours: number) => new Date(hoursBefore(hours).getTime() + 10 * 24 * 60 * minute)
  const counts: number[] = []
  for (const hours of [169, 168, 48, 2, 1]) counts.push(await send(later(hours)))
  expect(counts).toEqual([2, 3, 4, 5, 5])
})

it('sends none of a cancelled appointment', async () => {
  const { id } = await notices.book(longAgo)
  await addDueReminders(notices.database.db, hoursBefore(168))
  await cancelBooking(notices.database.db, id)
  expect(await send(hoursBefore(2))).toBe(0)
})

it('sends none at once when further reminders are added, and those to come', async () => {
  await remind({ reminderHours: 24, moreReminderHours: [] })
  await notices.book(longAgo)
  const now = hoursBefore(100)
  expect(await change({ reminderHours: 24, moreReminderHours: [168, 2] }, now)).toBe(0)
  const counts = [await send(now)]
  for (const hours of [24, 2]) counts.push(await send(hoursBefore(hours)))
  expect(counts).toEqual([0, 1, 2])
})

it.each([
  [true, 1],
  [false, 0],
])('announced %s: an earlier first reminder goes out at once %d times, and no further one', async (announced, sent) => {
  await remind({ reminderHours: 24, moreReminderHours: [] })
  await notices.book(longAgo)
  const now = hoursBefore(30)
  // A patient who is reminded by a further one soon needs no other.
  expect(await change({ reminderHours: 168, moreReminderHours: [20] }, now, announced)).toBe(1)
  expect([await send(now), await send(hoursBefore(20))]).toEqual([sent, sent + 1])
})

it('sends nobody a first reminder at once who gets a later one', async () => {
  await remind({ reminderHours: 24, moreReminderHours: [48] })
  await notices.book(longAgo)
  const now = hoursBefore(30)
  expect(await send(now)).toBe(1)
  expect(await change({ reminderHours: 168, moreReminderHours: [48, 24] }, now)).toBe(0)
  expect([await send(now), await send(hoursBefore(24))]).toEqual([1, 2])
})

it('sends none twice when the first and a further reminder change places', async () => {
  await remind({ reminderHours: 24, moreReminderHours: [48] })
  await notices.book(longAgo)
  const counts = [
    await send(hoursBefore(48)),
    await change({ reminderHours: 48, moreReminderHours: [24] }, hoursBefore(40)),
  ]
  for (const hours of [40, 24, 1]) counts.push(await send(hoursBefore(hours)))
  expect(counts).toEqual([1, 0, 1, 2, 2])
})

it('leaves a reminder to the job whose time comes while the clinic adds another', async () => {
  await notices.book(longAgo)
  expect(await change({ ...several, moreReminderHours: [48, 24, 2] }, hoursBefore(48))).toBe(0)
  expect(await send(hoursBefore(48))).toBe(1)
})

it('sends none of a silenced appointment', async () => {
  const { id } = await notices.book(longAgo)
  await silenceNotices(notices.database.db, [id], { booked: true, reminder: true })
  for (const hours of [168, 48, 2]) expect(await notices.send(hoursBefore(hours))).toEqual([])
})

it('counts what the previous release has added as the first reminder', async () => {
  const { id: bookingId } = await notices.book(longAgo)
  await notices.database.db.insert(appointmentNotice).values({ bookingId, kind: 'reminder', sequence: 0, startsAt })
  expect(await send(hoursBefore(168))).toBe(1)
  expect(await send(hoursBefore(48))).toBe(2)
})

it('drops a reminder that waited for the mail server until the next one', async () => {
  const { db } = notices.database
  const { id } = await notices.book(longAgo)
  await send(hoursBefore(48))
  const [added] = await db.select().from(mail).where(eq(mail.kind, 'appointment-reminder'))
  const reminder = { id, startsAt, addedAt: added?.createdAt ?? startsAt }
  expect(await isReminderDue(db, reminder, hoursBefore(2))).toBe(true)
  await change({ ...several, moreReminderHours: [48, 2, 47] }, hoursBefore(40))
  expect(await isReminderDue(db, reminder, hoursBefore(2))).toBe(true)
  await send(hoursBefore(2))
  expect(await isReminderDue(db, reminder, hoursBefore(2))).toBe(false)
})
