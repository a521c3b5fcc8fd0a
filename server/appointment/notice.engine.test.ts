import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { isReminderDue } from '#server/appointment/reminder-store.ts'
import {
  hoursBefore,
  type NoticeMail,
  openTestNotices,
  startsAt,
  type TestNotices,
} from '#server/appointment/testing/notices.ts'
import { cancelBooking } from '#server/booking/store.ts'
import { appointmentNotice, booking } from '#server/database/schema/booking.ts'
import type { TestDatabase } from '#server/testing/database.ts'

const hour = 3_600_000
const daysBefore = hoursBefore(72)
const dayBefore = hoursBefore(24)

let notices: TestNotices
let database: TestDatabase
let emails: NoticeMail[]
beforeAll(async () => {
  notices = await openTestNotices()
  database = notices.database
})
afterAll(() => database.close())
beforeEach(async () => {
  await notices.clear()
  emails = []
})

const book = async (scheduledAt?: Date) => (await notices.book(scheduledAt)).id
const move: TestNotices['move'] = (...args) => notices.move(...args)
async function send(now: Date) {
  emails = await notices.send(now)
}
const kinds = () => emails.map(({ kind }) => kind.replace('appointment-', ''))

it('sends one email each when an appointment is booked, moved and cancelled', async () => {
  const { id, patient } = await notices.book()
  await send(daysBefore)
  await send(daysBefore)
  await move(id, '2030-06-13')
  await send(daysBefore)
  await cancelBooking(database.db, id)
  await Promise.all([send(daysBefore), send(daysBefore)])
  expect(kinds()).toEqual(['booked', 'moved', 'cancelled'])
  expect(emails.map(({ appointment }) => [appointment?.sequence, appointment?.date])).toEqual([
    [0, 'Jun 12, 2030'],
    [1, 'Jun 13, 2030'],
    [2, 'Jun 13, 2030'],
  ])
  expect(emails[0]).toMatchObject({
    recipient: patient,
    link: expect.stringMatching(/^https:\/\/clinic\.example\/your-appointment#[0-9a-f-]{36}-of-patient-\d+$/),
  })
})

it('says until when the appointment can be changed, unless that has passed', async () => {
  await book()
  await send(new Date(dayBefore.getTime() - 1))
  expect(emails[0]?.appointment?.cancelUntil).toBe(dayBefore.toISOString())
  await send(new Date(dayBefore.getTime() + 1))
  expect(kinds()).toEqual(['booked', 'reminder'])
  expect(emails[1]?.appointment?.cancelUntil).toBeUndefined()
})

it('sends only the latest of several changes', async () => {
  const id = await book()
  await move(id, '2030-06-13')
  await move(id, '2030-06-14')
  await send(daysBefore)
  expect(emails.map(({ kind, appointment }) => [kind, appointment?.date])).toEqual([
    ['appointment-moved', 'Jun 14, 2030'],
  ])
  await cancelBooking(database.db, id)
  await send(daysBefore)
  expect(kinds()).toEqual(['moved', 'cancelled'])
})

it('names what the cancellation gave back, without earlier refunds', async () => {
  const id = await book()
  await send(daysBefore)
  const paid = { receivedCents: 59_00, creditedCents: 10_00, refundingCents: 10_00 }
  await database.db.update(booking).set(paid).where(eq(booking.id, id))
  await cancelBooking(database.db, id, { refund: 49_00 })
  await database.db.update(booking).set({ creditedCents: 59_00, refundingCents: 59_00 }).where(eq(booking.id, id))
  await send(daysBefore)
  expect(emails.at(-1)).toMatchObject({ kind: 'appointment-cancelled', appointment: { refund: 49_00 } })
})

it('sends nothing for a change that was rolled back', async () => {
  const id = await book()
  await send(daysBefore)
  await database.db
    .transaction(async (tx) => {
      await cancelBooking(tx, id)
      throw new Error('undo')
    })
    .catch(() => undefined)
  await send(daysBefore)
  expect(kinds()).toEqual(['booked'])
})

it('sends one reminder, from the clinic’s number of hours before', async () => {
  await book()
  await send(new Date(dayBefore.getTime() - 1))
  expect(kinds()).toEqual(['booked'])
  await send(dayBefore)
  await send(dayBefore)
  await Promise.all([send(new Date(dayBefore.getTime() + hour)), send(new Date(dayBefore.getTime() + hour))])
  expect(kinds()).toEqual(['booked', 'reminder'])
})

it('sends one reminder if the clock jumps an hour forward and back', async () => {
  await book()
  const early = new Date(dayBefore.getTime() - hour / 2)
  for (const jump of [0, hour, 0, -hour, 0, hour]) await send(new Date(early.getTime() + jump))
  expect(kinds()).toEqual(['booked', 'reminder'])
})

it('sends no reminder to a patient who booked after the reminder was due', async () => {
  await book(new Date(dayBefore.getTime() + 1))
  await send(new Date(dayBefore.getTime() + 2 * hour))
  expect(kinds()).toEqual(['booked'])
})

it('sends no reminder of a cancelled appointment, and that of a moved one before its new time', async () => {
  const cancelled = await book()
  await cancelBooking(database.db, cancelled)
  const moved = await book()
  await move(moved, '2030-06-20')
  await send(dayBefore)
  expect(kinds().sort()).toEqual(['cancelled', 'moved'])
  await send(new Date('2030-06-19T12:00:00Z'))
  expect(kinds().at(-1)).toBe('reminder')
  expect(emails.at(-1)?.appointment?.date).toBe('Jun 20, 2030')
})

it('sends no second reminder when another dentist takes the appointment', async () => {
  const id = await book()
  await send(dayBefore)
  await database.db.update(booking).set({ sequence: 1 }).where(eq(booking.id, id))
  await send(new Date(dayBefore.getTime() + hour))
  expect(kinds()).toEqual(['booked', 'reminder'])
})

it('sends nothing about an appointment that has begun', async () => {
  await book()
  await send(startsAt)
  expect(emails).toEqual([])
  expect(await database.db.select().from(appointmentNotice)).toMatchObject([
    { kind: 'booked', doneAt: expect.any(Date) },
  ])
})

it('drops a reminder that waited for the mail server until a cancellation, a move or the start', async () => {
  const { db } = database
  const id = await book()
  const reminder = { id, startsAt, addedAt: dayBefore }
  const ofMoved = { ...reminder, startsAt: new Date('2030-06-13T12:00:00Z') }
  expect(await isReminderDue(db, reminder, dayBefore)).toBe(true)
  expect(await isReminderDue(db, reminder, startsAt)).toBe(false)
  await move(id, '2030-06-13')
  expect(await isReminderDue(db, reminder, dayBefore)).toBe(false)
  await cancelBooking(db, id)
  expect(await isReminderDue(db, ofMoved, dayBefore)).toBe(false)
})
